import type { ApprovalNotFound } from '@carryover/application/admin/approvals';
import type { ImportNotFound, ImportScope } from '@carryover/application/admin/payloads';
import { PayloadAltered, type StoreFailure } from '@carryover/application/ports/store-failure';
import type { AccountNotFound, MigrationNotOngoing } from '@carryover/domain/account';
import type { DecisionRefused } from '@carryover/domain/four-eyes';
import type { UndoRefusal } from '@carryover/domain/undo';
import { MAX_WEBHOOKS } from '@carryover/domain/webhook';
import type { FileFailure, FileRefused } from '@carryover/files/source/file-failure';
import { causeMessage } from '@carryover/settings/cause-message';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { OperatorUseCases } from './connect.ts';
import type { ExportRefused } from './export/export-supplier.ts';
import type { TotalsAltered, TotalsNotRegistered } from './files/registered-totals.ts';
import { describeGaps } from './proof-words.ts';
import { describeUndoRefusal } from './undo-words.ts';

const ofScope = ({ organisation, supplierCode }: ImportScope): string =>
  [
    ...(supplierCode === undefined ? [] : [` of the supplier ${supplierCode}`]),
    ...(organisation === undefined ? [] : [` in the organisation "${organisation}"`]),
  ].join('');

/** The answer at the terminal was not yes. */
type NotConfirmed = { readonly kind: 'not_confirmed' };

/** Evidence must be signed. */
type EvidenceKeyMissing = { readonly kind: 'evidence_key_missing' };

type SetUp = Pick<
  OperatorUseCases,
  'accounts' | 'apiKeys' | 'audit' | 'organisations' | 'platformKeys' | 'suppliers' | 'webhooks'
>;
type LeftOf<UseCase> = UseCase extends (...given: never[]) => TaskEither<infer Left, unknown> ? Left : never;

/** Everything that ends a command without a result. */
export type Failure =
  | { [Group in keyof SetUp]: LeftOf<SetUp[Group][keyof SetUp[Group]]> }[keyof SetUp]
  | AccountNotFound
  | ApprovalNotFound
  | DecisionRefused
  | EvidenceKeyMissing
  | ExportRefused
  | FileFailure
  | FileRefused
  | ImportNotFound
  | NotConfirmed
  | StoreFailure
  | TotalsAltered
  | TotalsNotRegistered
  | UndoRefusal;

/** A command line that cannot be right, whatever is stored: exit code 2. */
export const isWrongUsage = ({ kind }: Failure): boolean =>
  ['file_refused', 'root_secret_missing', 'evidence_key_missing', 'invalid_cursor'].includes(kind);

export const describeNotOngoing = ({ code, status }: MigrationNotOngoing): string =>
  `The import supplier ${code} is ${status}. Only an Ongoing supplier accepts new accounts. To make it Ongoing, use \`supplier resume\`.`;

const INSUFFICIENT_PRIVILEGE = '42501';
const READ_ONLY = '25006';
const codeOf = (cause: unknown): unknown => (cause as { readonly code?: unknown }).code;
const ROLE_HINT =
  '. The role of DATABASE_URL may not do this: each of `imports undo` and `account erase` needs the role carryover_corrections, other commands carryover_operator (docs/sql/roles.sql).';

/**
 * Returns the sentence of a failure: what is wrong and what to do.
 *
 * @param database the database's location for messages: its variable, host and port.
 */
export const describeFailure = (failure: Failure, database: string): string => {
  switch (failure.kind) {
    case 'account_not_found':
      return 'externalAccountNumber' in failure
        ? `The supplier has no account ${failure.externalAccountNumber}.`
        : 'The account is staged, not imported.';
    case 'import_process_does_not_exist':
      return 'The supplier has no such account.';
    case 'api_key_not_found':
      return `No API key has the prefix ${failure.prefix}. To see the prefixes, use \`api-key list\`.`;
    case 'platform_key_not_found':
      return `No platform key has the prefix ${failure.prefix}. To see the prefixes, use \`platform-key list\`.`;
    case 'expires_in_the_past':
      return `${failure.expiresAt.toISOString()} is in the past.`;
    case 'invalid_document_root':
      return `"${failure.root}" is not a document root. Give a location in the document store, such as acme/2026 or s3://bucket/acme.`;
    case 'evidence_key_missing':
      return 'An evidence pack must be signed. Set EVIDENCE_KEY_FILE to the file with the private key. To make one, use `evidence key create`.';
    case 'export_past_end':
      return failure.isResumed
        ? 'Something that the export should have was undone or erased since it began. Export to another folder.'
        : 'For a minute, the export found no moment to begin at: imports were undone, or accounts erased or changed, several each second or beside a transaction that stays open. Try again when that has ended.';
    case 'export_held_back':
      return 'A transaction that was open when the export began has not ended, and could still store something before its end. Try again when it has ended.';
    case 'invalid_cursor':
      return 'This is not a cursor of this database, or the database was restored from a backup that is older.';
    case 'file_failure':
    case 'file_refused':
      return `${failure.file}: ${failure.detail}`;
    case 'control_totals_altered':
      return `The control totals of the set ${failure.set} are not those that the client registered with the SHA-256 ${failure.sha256}: they were changed in the database. Nothing was compared.`;
    case 'control_totals_not_registered':
      return failure.set === null
        ? `The client of ${failure.code} has completed no set of control totals. It registers one with \`carryover totals register\` or control-totals/register/.`
        : `The client of ${failure.code} has completed no set of control totals with the name ${failure.set}.`;
    case 'approval_not_found':
      return `There is no approval ${failure.id}.`;
    case 'approval_not_open':
      return `It was ${failure.state === 'expired' ? 'not decided within 24 hours' : failure.state} before.`;
    case 'approval_is_own':
      return 'You asked for it yourself: another person approves or declines it.';
    case 'approval_is_of_another':
      return 'Only the person who asked for it can withdraw it.';
    case 'import_not_found':
      return `There is no import record ${failure.id}${ofScope(failure)}.`;
    case 'account_erased':
      return `The account was erased on ${failure.erasedAt.toISOString()}. Only its counts and sums are kept.`;
    case 'import_already_undone':
    case 'later_imports_answered':
    case 'ledger_has_finalized_billing_document':
    case 'statement_period_closed':
      return describeUndoRefusal(failure);
    case 'invalid_period':
      return 'The period ends before it begins.';
    case 'ledger_not_found':
      return `The account has no ledger ${failure.ledgerNumber}.`;
    case 'migration_not_proven':
      return `${failure.code} was not completed. Its migration is not proven: ${describeGaps(failure)}.`;
    case 'not_confirmed':
      return 'Nothing was changed, because the answer was not "yes" or "y".';
    case 'organisation_already_exists':
      return `The organisation "${failure.name}" already exists, or existed under this name until it was renamed.`;
    case 'organisation_changed':
      return `Somebody else has renamed the organisation "${failure.name}" meanwhile, and another one has its name.`;
    case 'organisation_renamed':
      return `The organisation "${failure.name}" is now named "${failure.presentName}". Use its new name.`;
    case 'organisation_archived':
      return `The organisation "${failure.name}" is archived. To bring it back, use \`organisation restore\`.`;
    case 'organisation_not_found':
      return `There is no organisation "${failure.name}". To see all organisations, use \`organisation list\`.`;
    case 'root_secret_differs':
      return `The service has used a different root secret since ${failure.notedAt.toISOString()}, so it could not use what this command makes. Set CARRYOVER_SECRET to the service's secret.`;
    case 'root_secret_missing':
      return "CARRYOVER_SECRET must be set if DATABASE_URL is set: the service accepts only keys made with its own root secret. Set it to the service's secret. A service without CARRYOVER_SECRET keeps its secret in DATA_DIR/secret.";
    case 'supplier_already_exists':
      return `The organisation already has a supplier ${failure.code}.`;
    case 'supplier_not_found':
      return `There is no supplier ${failure.code}. To see all suppliers, use \`supplier list\`.`;
    case 'import_supplier_migration_not_ongoing':
      return describeNotOngoing(failure);
    case 'supplier_changed':
      return `Somebody else has changed the import supplier ${failure.supplier.code} meanwhile.`;
    case 'supplier_ambiguous':
      return `Several organisations have a supplier ${failure.code}: ${failure.organisations.join(', ')}.`;
    case 'webhook_not_found':
      return `There is no webhook ${failure.id}. To see all webhooks, use \`webhook list\`.`;
    case 'webhook_url_refused':
      return `Nothing can be sent to this address. ${failure.detail}`;
    case 'too_many_webhooks':
      return `There are ${MAX_WEBHOOKS} webhooks already. Remove one that is not used.`;
    case 'time_in_the_future':
      return `${failure.time.toISOString()} is in the future.`;
    case 'store_unavailable':
      return `The database at ${database} ${codeOf(failure.cause) === READ_ONLY ? 'is read-only (a standby, or fenced)' : 'cannot be reached'}: ${causeMessage(failure.cause)}`;
    case 'store_failure':
      if (failure.cause instanceof PayloadAltered) return failure.cause.message;
      if (failure.mayBeStored === true)
        return `It is not known whether the change was stored, because the database at ${database} did not answer: ${causeMessage(failure.cause)}. Look at \`audit list\`. If the change is not there, run the command again.`;
      return `The database failed: ${causeMessage(failure.cause)}${codeOf(failure.cause) === INSUFFICIENT_PRIVILEGE ? ROLE_HINT : ''}`;
  }
};
