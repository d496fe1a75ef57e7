import type { Stored } from '../store-failure.ts';

/** The person or program that makes a change. Without a name: the user and host of the operating system. */
export type Actor = {
  readonly performedBy: string;
  /** Identify a person of an identity provider (`sub` and `iss`), whose name may change or be that of several; else null. */
  readonly performedBySubject: string | null;
  readonly performedByIssuer: string | null;
};

/** The person or program that runs a command, and the reason. */
export type ActingOperator = Actor & { readonly reason: string | null };

/** Returns the name of an actor with what identifies it, for records with one field for both. */
export const identified = ({ performedBy, performedBySubject, performedByIssuer }: Actor): string =>
  performedByIssuer === null ? performedBy : `${performedBy} (${performedBySubject}, ${performedByIssuer})`;

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
