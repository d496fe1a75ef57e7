import type { Stored } from '../store-failure.ts';

/** The person or program that runs a command, and the reason. Without a name: the user and host of the operating system. */
export type ActingOperator = { readonly performedBy: string; readonly reason: string | null };

/** The subject of an action; parts that do not apply are null. */
export type ActionSubject = {
  readonly organisation: string;
  readonly supplierCode: string | null;
  readonly externalAccountNumber: string | null;
  readonly ledgerNumber: string | null;
};

/** The changed part of the subject as JSON, with the names that commands print. It never contains an API key or its digest. */
export type ActionState = Readonly<Record<string, unknown>>;

/** A change that an operator made (ADR 23). */
export type OperatorAction = ActingOperator &
  ActionSubject & {
    readonly id: string;
    /** By the clock of the database. */
    readonly performedAt: Date;
    /** The command, such as `supplier pause`. */
    readonly action: string;
    /** null: there was nothing before. */
    readonly before: ActionState | null;
    readonly after: ActionState | null;
  };

export type ActionFilter = {
  readonly organisation?: string;
  /** Of that organisation. */
  readonly supplierCode?: string;
  readonly since?: Date;
  /** Only of these organisations. */
  readonly organisations?: ReadonlyArray<string>;
  readonly performedBy?: string;
  /** The id of the last action that was read: those before it in time follow. */
  readonly after?: string;
  readonly limit: number;
};

/** The operator actions. Actions are only added, never changed. */
export type OperatorActions = {
  /** @returns the id of the action. */
  readonly add: (action: Omit<OperatorAction, 'id' | 'performedAt'>) => Stored<string>;
  /** Newest first. */
  readonly list: (filter: ActionFilter) => Stored<ReadonlyArray<OperatorAction>>;
};
