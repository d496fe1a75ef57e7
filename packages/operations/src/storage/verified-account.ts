import type { StoredRow } from '@carryover/adapters-persistence/verification/rows-digest';
import type {
  Row,
  StoredAccount,
  StoredImport,
  StoredUndo,
  TableName,
} from '@carryover/adapters-persistence/verification/stored-account';
import type { StorageFinding } from '@carryover/domain/storage-finding';

/** All that is stored for one account. */
export type AccountToVerify = {
  readonly account: StoredAccount;
  readonly imports: ReadonlyArray<StoredImport>;
  readonly undos: ReadonlyArray<StoredUndo>;
  readonly rows: { readonly [Name in TableName]: ReadonlyArray<Row> };
};

/** What may have been changed of an account. */
export type Guess = {
  /** Rows that were stored before those of all imports: the records of theirs are missing. */
  readonly adopted: ReadonlyArray<StoredRow>;
  /** Imports that were undone, although no record says so, or says so in another place: the position before which they were. */
  readonly undone: ReadonlyMap<string, bigint>;
};

export type VerifiedAccount = {
  readonly findings: ReadonlyArray<StorageFinding>;
  readonly history: VerifiedHistory;
  /** The rows that were compared or taken as they are. */
  readonly rows: number;
  /** Imports whose rows no check has compared with their payload. */
  readonly notCompared: number;
  /** Imports whose rows an earlier check compared with their payload. */
  readonly comparedByDigest: number;
  /** Findings about rows of imports that the account does not have: they may be those of another account, or of none. */
  readonly strangers: ReadonlyArray<StorageFinding>;
};

/** What happened to the account's items, as far as its payloads are known. */
export type VerifiedHistory = {
  /** Rows that are stored otherwise than they were accepted. */
  readonly changes: ReadonlyArray<{
    readonly table: TableName;
    readonly accepted: Row | null;
    readonly stored: Row | null;
  }>;
  /** What undos removed, and no later import added. */
  readonly undone: ReadonlyArray<StoredRow>;
  /** What an import had and the account had already, with the same content. `count`: of notes, which it does not name. */
  readonly again: ReadonlyArray<{
    readonly importId: string;
    readonly rows: ReadonlyArray<StoredRow>;
    readonly notes: number;
  }>;
};
