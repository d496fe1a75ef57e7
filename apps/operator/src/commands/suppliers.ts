import type { RegisteredItems } from '@carryover/adapters-persistence/queries/registered-totals';
import type { SupplierProgress } from '@carryover/adapters-persistence/queries/supplier-progress';
import type { CompletedSupplier } from '@carryover/application/admin/complete-supplier';
import { given } from '@carryover/application/given';
import type { NamedSupplier, SupplierChange } from '@carryover/application/ports/administration';
import type { MigrationProof } from '@carryover/application/ports/operator-work';
import type { SupplierStatus } from '@carryover/domain/account';
import { originJson } from '@carryover/domain/coverage';
import { checkJson, type LatestCheck } from '@carryover/domain/storage-check';
import type { OperatorUseCases } from '@carryover/operations/connect';
import type { Failure } from '@carryover/operations/failure';
import { countsJson, ITEM_KINDS } from '@carryover/operations/item-kinds';
import { describeCheck, describeGaps } from '@carryover/operations/proof-words';
import { list, type Output, table, wire } from '@carryover/terminal/output';
import type { Command } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  afterYes,
  type ChangeOptions,
  changing,
  command,
  forSupplier,
  group,
  identifier,
  oneOf,
  onOrOff,
  type Runner,
  type SupplierOptions,
  supplierCode,
  supplierName,
  type Work,
} from '../command.ts';
import { howToProve } from '../how-to-prove.ts';

const supplierJson = ({ organisationName, code, status, configuration }: NamedSupplier) => ({
  organisation: organisationName,
  code,
  status,
  ...wire(
    configuration,
    'documentRoot',
    'verifyDocuments',
    'automatedEmails',
    'supplyChargeArithmetic',
    'unknownFields',
  ),
});

/** A supplier and its configuration. */
const supplierOutput = (supplier: NamedSupplier): Output => {
  const { organisationName, code, status, configuration } = supplier;
  return {
    text: list([
      ['Supplier', code],
      ['Organisation', organisationName],
      ['Status', status],
      ['Document root', configuration.documentRoot],
      ['Verify documents', configuration.verifyDocuments],
      ['Automated e-mails', configuration.automatedEmails],
      ['Supply-charge arithmetic', configuration.supplyChargeArithmetic],
      ['Unknown fields', configuration.unknownFields],
    ]),
    json: supplierJson(supplier),
  };
};

/** Says whose totals prove a migration, when they were registered, and which check found nothing. */
const provenBy = (
  { id, snapshotAt, set, keyPrefix, registeredAt }: MigrationProof,
  check: LatestCheck | null,
): string =>
  `Proven by the reconciliation ${id} of ${snapshotAt.toISOString()} with the control totals that the client registered as ${set} with the API key ${keyPrefix} at ${registeredAt.toISOString()}: they agreed for every kind and account that is stored, what is stored is what was accepted, and nothing was imported or undone since. ${describeCheck(check)}.`;

/** A completed supplier, with the reconciliation that proves its migration. */
const completedOutput = ({ supplier, proof, ...gaps }: CompletedSupplier): Output => {
  const proven =
    proof === null
      ? `\nNot proven: ${describeGaps(gaps)}. The audit keeps that.\n${howToProve({ code: supplier.code, ...gaps })}\n`
      : `\n${provenBy(proof, gaps.storageCheck)}\n`;
  return {
    text: `${supplierOutput(supplier).text}${proven}`,
    json: {
      ...supplierJson(supplier),
      proven: proof !== null,
      reconciliation: proof?.id ?? null,
      control_totals: proof === null ? null : originJson({ source: 'client', ...proof }),
      storage_check: gaps.storageCheck && checkJson(gaps.storageCheck),
      missing: gaps.missing,
    },
  };
};

const progressJson = ({ accounts, accountsWithData, items, notesAddedByService }: SupplierProgress) => ({
  accounts: accounts && { staged: accounts.STAGED, imported: accounts.IMPORTED },
  accounts_with_data: accountsWithData,
  items: countsJson(items),
  notes_added_by_service: notesAddedByService,
});

const figure = (count: number | null): string => (count === null ? 'not counted' : count.toLocaleString('en'));

/** Formats `1,200 of 4,000 imported (30%)`; without a share if the total is unknown. */
const share = (part: number | null, whole: number | null): string =>
  part === null || whole === null || whole === 0
    ? figure(part)
    : `${figure(part)} of ${figure(whole)} imported (${Math.floor((part * 100) / whole)}%)`;

/** The stored items that clients sent, by kind. */
const sentItems = ({ items, notesAddedByService }: SupplierProgress): SupplierProgress['items'] => ({
  ...items,
  notes: items.notes === null || notesAddedByService === null ? null : items.notes - notesAddedByService,
});

const ofRegistered = (count: number): string => (count === 0 ? ', none registered' : ` of ${figure(count)} registered`);

/** The stored items against those that the client registered. */
const registeredText = (registered: RegisteredItems | null, progress: SupplierProgress): string => {
  if (registered === null) return '';
  const { set, items } = registered;
  const stored = sentItems(progress);
  const entries = ITEM_KINDS.map(
    ([kind, , title]) => [title, `${figure(stored[kind])}${ofRegistered(items[kind])}`] as const,
  );
  return `\nThe client registered control totals as ${set.name} with the API key ${set.keyPrefix} at ${set.registeredAt.toISOString()}:\n${list(entries)}`;
};

const registeredJson = ({ set, items }: RegisteredItems) => ({
  set: set.name,
  key_prefix: set.keyPrefix,
  registered_at: set.registeredAt.toISOString(),
  totals: set.totals,
  sha256: set.sha256,
  items: countsJson(items),
});

const NOT_COUNTED = '\n"not counted" took too long: --exact waits for it.\n';

const progressText = ({ accounts, accountsWithData, items, notesAddedByService }: SupplierProgress): string => {
  const entries = [
    ['Accounts imported', figure(accounts?.IMPORTED ?? null)],
    ['Accounts staged', figure(accounts?.STAGED ?? null)],
    ['Accounts with data', share(accountsWithData, accounts?.IMPORTED ?? null)],
    ...ITEM_KINDS.map(([kind, , title]) => [`${title} stored`, figure(items[kind])] as const),
    ['Of the notes, added by the service', figure(notesAddedByService)],
  ] as const;
  const isPartial = entries.some(([, value]) => value.startsWith('not counted'));
  return `\n${list(entries)}${isPartial ? NOT_COUNTED : ''}`;
};

/** The time limit per figure of `supplier show`. */
const COUNT_WITHIN_MS = 3_000;

type ChangingOptions = SupplierOptions & ChangeOptions & Readonly<Record<string, unknown>>;

/** Changes the supplier that the options name. */
const changeSupplier =
  (options: ChangingOptions, change: SupplierChange): Work<NamedSupplier> =>
  ({ suppliers }, { actor }) =>
    suppliers.change({ name: supplierName(options), change, actor });

const toStatus = (run: Runner, name: string, description: string, status: SupplierStatus): Command =>
  changing(forSupplier(command(name, description))).action((options) =>
    run(options, changeSupplier(options, { status }), supplierOutput),
  );

const WAITING =
  'Waiting for the imports in flight, half a minute at most. The supplier takes no new ones. If this command is killed, supplier resume lets it take them again.';

const complete = (run: Runner): Command =>
  changing(forSupplier(command('complete', 'reject all further imports; the migration is complete')))
    .option('--yes', 'do not ask for confirmation')
    .option(
      '--proven',
      'refuse unless the totals that the client registered agree for all that is stored, and verify-storage has no findings, both since the last import or undo',
    )
    .action((options) => {
      const completeIt =
        (mustBeProven: boolean): Work<CompletedSupplier> =>
        ({ suppliers }, { actor, warn }) => {
          const onWait = () => warn('waiting_for_imports', WAITING);
          return suppliers.complete({ name: supplierName(options), mustBeProven, actor, onWait });
        };
      const isProofNeeded = options.proven === true;
      const asking: Work<CompletedSupplier> = (useCases, invocation) =>
        pipe(
          askedCompletion(options)(useCases),
          TE.chain((shown) => {
            // Who says yes to a proof does not mean a completion without one.
            const work = completeIt(isProofNeeded || shown.proof !== null);
            return afterYes(() => TE.right(completionQuestion(shown)), work)(useCases, invocation);
          }),
        );
      const work: Work<CompletedSupplier> = (useCases, invocation) =>
        (options.yes || invocation.ask === null ? completeIt(isProofNeeded) : asking)(useCases, invocation);
      return run(options, work, completedOutput);
    });

/** Reads what is proven, for the question before a supplier is completed. */
const askedCompletion =
  (options: SupplierOptions) =>
  ({ suppliers, reconciliations }: OperatorUseCases): TE.TaskEither<Failure, CompletedSupplier> =>
    pipe(
      suppliers.show(supplierName(options)),
      TE.bindTo('supplier'),
      TE.chainW(({ supplier }) =>
        pipe(
          reconciliations.proofOf(supplier),
          TE.map((proven) => ({ supplier, ...proven })),
        ),
      ),
    );

const completionQuestion = ({ supplier: { code, organisationName }, proof, ...gaps }: CompletedSupplier): string =>
  `${proof === null ? `Not proven: ${describeGaps(gaps)}.` : provenBy(proof, gaps.storageCheck)}\n` +
  `The service will reject every import for ${code} of ${organisationName}, and no account can be added to it.\n` +
  `(To make it Ongoing again, use supplier resume.) Complete ${code}? [y/N] `;

const changeOf = ({
  documentRoot,
  verifyDocuments,
  automatedEmails,
  supplyChargeArithmetic,
  unknownFields,
}: SupplierChange): SupplierChange =>
  given({ documentRoot, verifyDocuments, automatedEmails, supplyChargeArithmetic, unknownFields });

const configure = (run: Runner): Command =>
  changing(
    forSupplier(
      command('configure', "change a supplier's configuration; settings that are not given stay as they are"),
    ),
  )
    .option('--document-root <root>', 'root of its document paths')
    .option('--verify-documents <on|off>', 'whether documents must exist', onOrOff)
    .option('--automated-emails <on|off>', 'recorded only; no e-mail is sent', onOrOff)
    .option(
      '--supply-charge-arithmetic <report|enforce>',
      'accept and report mismatches, or reject them',
      oneOf('report', 'enforce'),
    )
    .option(
      '--unknown-fields <refuse|report>',
      'reject undocumented fields, or leave them out and report them',
      oneOf('refuse', 'report'),
    )
    .action((options, self: Command) => {
      const change = changeOf(options);
      if (Object.keys(change).length === 0) self.error('error: nothing to change. Give at least one setting.');
      return run(options, changeSupplier(options, change), supplierOutput);
    });

const create = (run: Runner): Command =>
  changing(command('create', 'create a supplier with the status Ongoing'))
    .requiredOption('--organisation <name>', 'organisation that owns the supplier', identifier)
    .requiredOption('--code <code>', 'code sent as import_supplier; unique in the organisation', supplierCode)
    .option('--document-root <root>', 'root of its document paths', '')
    .action(({ organisation, code, documentRoot, ...options }) =>
      run(
        options,
        ({ suppliers }, { actor }) => suppliers.create({ organisation, code, documentRoot, actor }),
        supplierOutput,
      ),
    );

const listAll = (run: Runner): Command =>
  command('list', 'list the suppliers')
    .option('--organisation <name>', 'only this organisation', identifier)
    .option('--supplier <code>', 'only this code', supplierCode)
    .action((options) =>
      run(
        options,
        ({ suppliers }) => suppliers.list(given({ organisationName: options.organisation, code: options.supplier })),
        (found) => ({
          text: table(
            ['ORGANISATION', 'CODE', 'STATUS', 'DOCUMENT ROOT'],
            found.map((one) => [one.organisationName, one.code, one.status, one.configuration.documentRoot]),
            'There are no suppliers. To create one: supplier create --organisation NAME --code CODE',
          ),
          json: found.map(supplierJson),
        }),
      ),
    );

const show = (run: Runner): Command =>
  forSupplier(command('show', 'show a supplier, its configuration and the progress of its migration'))
    .option(
      '--exact',
      `count without a time limit (default: counts that take over ${COUNT_WITHIN_MS / 1000} s are left out)`,
    )
    .action((options) =>
      run(
        options,
        ({ suppliers, queries, registeredTotals }) =>
          pipe(
            suppliers.show(supplierName(options)),
            TE.bindTo('supplier'),
            TE.bindW('progress', ({ supplier }) =>
              queries.readProgress(supplier, options.exact === true ? null : COUNT_WITHIN_MS),
            ),
            TE.bindW('registered', ({ supplier }) => registeredTotals.items(supplier)),
          ),
        ({ supplier, progress, registered }) => ({
          text: `${supplierOutput(supplier).text}${progressText(progress)}${registeredText(registered, progress)}`,
          json: {
            ...supplierJson(supplier),
            ...progressJson(progress),
            control_totals: registered && registeredJson(registered),
          },
        }),
      ),
    );

export const supplierCommand = (run: Runner): Command =>
  group('supplier')
    .addCommand(create(run))
    .addCommand(listAll(run))
    .addCommand(show(run))
    .addCommand(configure(run))
    .addCommand(toStatus(run, 'pause', 'reject imports until the supplier is resumed', 'Paused'))
    .addCommand(toStatus(run, 'resume', 'accept imports again', 'Ongoing'))
    .addCommand(complete(run));
