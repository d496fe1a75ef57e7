import type {
  Account,
  AccountErased,
  AccountRef,
  ImportSupplier,
  SupplierConfiguration,
  SupplierStatus,
} from '@carryover/domain/account';
import type { AccountChange, AccountKeyCollision, StoredAccount } from '@carryover/domain/account-import';
import type { StatementPeriod } from '@carryover/domain/calendar-date';
import type { ApiKey, PlatformKey } from './access.ts';
import type { Stored } from './store-failure.ts';

/** `archivedAt`: since then it is hidden, and its keys are refused; null: it is in use. */
export type Organisation = { readonly id: string; readonly name: string; readonly archivedAt: Date | null };

/** A supplier with the name of its organisation, because several organisations may use the same code. */
export type NamedSupplier = ImportSupplier & { readonly organisationName: string };
/** A change of a supplier; parts that are left out are not changed. */
export type SupplierChange = Partial<SupplierConfiguration> & { readonly status?: SupplierStatus };

/** Reads and writes what the platform operator sets up (decisions 2). */
export type Administration = {
  /** Creates an organisation; null if another one has the name, or had it before it was renamed. */
  readonly createOrganisation: (name: string) => Stored<Organisation | null>;
  readonly findOrganisation: (name: string) => Stored<Organisation | null>;
  /** The name that the organisation has now that has or had a name; null if none has or had it. */
  readonly presentNameOf: (name: string) => Stored<string | null>;
  /** The names that the organisation has and had that has or had a name. No other one has, had or gets any of them. */
  readonly namesOf: (name: string) => Stored<ReadonlyArray<string>>;
  readonly addApiKey: (key: ApiKey & { readonly label: string | null }) => Stored<void>;

  readonly addPlatformKey: (key: PlatformKey & { readonly label: string }) => Stored<void>;

  /** Creates a supplier with the status Ongoing; null if the organisation already has the code. */
  readonly createSupplier: (
    organisation: Organisation,
    code: string,
    configuration: SupplierConfiguration,
  ) => Stored<ImportSupplier | null>;
  /** Lists the suppliers by organisation and code, optionally only those with a code or of one organisation. */
  readonly findSuppliers: (filter: {
    readonly code?: string;
    readonly organisationName?: string;
    /** Those of archived organisations are left out. */
    readonly isArchivedHidden?: boolean;
  }) => Stored<ReadonlyArray<NamedSupplier>>;

  /** The account of a supplier, staged or imported; null if there is none. */
  readonly findAccount: (ref: AccountRef) => Stored<Account | null>;
};

/** The person or program that makes a change. Without a name: the user and host of the operating system. */
export type Actor = {
  readonly performedBy: string;
  /** Identify a person of an identity provider (`sub` and `iss`), whose name may change or be that of several; else null. */
  readonly performedBySubject: string | null;
  readonly performedByIssuer: string | null;
};

/** The person or program that runs a command, and the reason. */
export type ActingOperator = Actor & { readonly reason: string | null };

/** A command, with the operator who gives it. */
export type Acting<Command> = Command & { readonly actor: ActingOperator };

/** Returns the name of an actor with what identifies it, for records with one field for both. */
export const identified = ({ performedBy, performedBySubject, performedByIssuer }: Actor): string =>
  performedByIssuer === null ? performedBy : `${performedBy} (${performedBySubject}, ${performedByIssuer})`;

/** The subject of an action; parts that do not apply are left out or null. */
export type ActionSubject = {
  readonly organisation: string;
  readonly supplierCode?: string | null;
  readonly externalAccountNumber?: string | null;
  readonly ledgerNumber?: string | null;
};

/** The changed part of the subject as JSON, with the names that commands print. It never contains an API key or its digest. */
export type ActionState = Readonly<Record<string, unknown>>;

/** What operators do, as their commands: the names of their actions. */
export const ACTION_NAMES = [
  'account erase',
  'account export',
  'account import',
  'account promote',
  'api-key issue',
  'api-key revoke',
  'approval approve',
  'approval ask',
  'approval decline',
  'approval withdraw',
  'difference accepted',
  'difference noted',
  'export',
  'imports undo',
  'ledger close-period',
  'ledger finalize',
  'ledger open-period',
  'organisation archive',
  'organisation create',
  'organisation rename',
  'organisation restore',
  'payload read',
  'platform-key issue',
  'platform-key revoke',
  'prune',
  'supplier complete',
  'supplier configure',
  'supplier create',
  'supplier pause',
  'supplier resume',
  'webhook add',
  'webhook remove',
  'webhook resume',
  'webhook rotate',
  'webhook suspend',
  'webhook test',
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

/** What an action changed. */
export type RecordedAction = {
  readonly action: ActionName;
  /** null: there was nothing before. */
  readonly before: ActionState | null;
  readonly after: ActionState | null;
};

/** A change that an operator made (ADR 23). */
export type OperatorAction = ActingOperator &
  Required<ActionSubject> & {
    readonly id: string;
    /** By the clock of the database. */
    readonly performedAt: Date;
    /** One of {@link ACTION_NAMES}, of this release or of another one. */
    readonly action: string;
    readonly before: ActionState | null;
    readonly after: ActionState | null;
  };

/** The operator actions. Actions are only added, never changed. */
export type OperatorActions = {
  /** About an organisation that was renamed meanwhile, it has the present name. @returns the id of the action. */
  readonly add: (actor: ActingOperator, subject: ActionSubject, action: RecordedAction) => Stored<string>;
};

/** Decides what to store for the accounts of a supplier, by external account number, and what to return. */
export type AccountPlan<A> = (
  supplier: ImportSupplier,
  stored: ReadonlyMap<string, StoredAccount | AccountKeyCollision | AccountErased>,
) => { readonly changes: ReadonlyArray<AccountChange>; readonly result: A };

/** Changes of stored data. Each locks what it changes, so that the returned previous state holds until the commit. */
export type AdministrationChanges = {
  /** Returns the organisation of a name, and locks it until the commit; null: there is none. */
  readonly lockOrganisation: (name: string) => Stored<Organisation | null>;
  /** Renames a locked organisation; `isTaken` if another one has the name, or had it. */
  readonly renameOrganisation: (organisation: Organisation, name: string) => Stored<{ readonly isTaken: boolean }>;
  /** @param at null: it is in use again. */
  readonly archiveOrganisation: (organisation: Organisation, at: Date | null) => Stored<void>;
  readonly changeSupplier: (
    supplier: ImportSupplier,
    change: SupplierChange,
  ) => Stored<{ readonly before: ImportSupplier; readonly after: ImportSupplier }>;
  /** Revokes an API key; a key that is already revoked keeps its time. null: no key has this prefix. */
  readonly revokeApiKey: (
    prefix: string,
    at: Date,
  ) => Stored<{ readonly organisation: string; readonly revokedBefore: Date | null } | null>;
  /** The same of a platform key; `organisation` is null if it reads all. */
  readonly revokePlatformKey: (
    prefix: string,
    at: Date,
  ) => Stored<{ readonly organisation: string | null; readonly revokedBefore: Date | null } | null>;
  /**
   * Changes a supplier's accounts as `plan` decides. Until the commit, the supplier's configuration and the accounts with these
   * numbers do not change and accept no data, and no other account of the supplier is added.
   *
   * @param numbers external account numbers, each once.
   */
  readonly changeAccounts: <A>(
    supplier: ImportSupplier,
    numbers: ReadonlyArray<string>,
    plan: AccountPlan<A>,
  ) => Stored<A>;
  /** Opens a statement period on a ledger, closing the open one; null closes only. null: the account has no such ledger. */
  readonly setOpenPeriod: (
    account: Account,
    ledgerNumber: string,
    period: StatementPeriod | null,
  ) => Stored<{ readonly before: StatementPeriod | null } | null>;
  /** Notes that the platform has finalized a billing document of a ledger. null: the account has no such ledger. */
  readonly finalizeLedger: (account: Account, ledgerNumber: string) => Stored<{ readonly before: boolean } | null>;
};
