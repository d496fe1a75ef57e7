import type { TotalType } from './control-total.ts';

/** The kinds of items of which there are control totals, by their names in reports. */
export const COVERED_KINDS = [
  'notes',
  'transactions',
  'billing_documents',
  'statements',
  'payment_instructions',
] as const;
export type CoveredKind = (typeof COVERED_KINDS)[number];

/** The kind of the items that a type counts. */
export const kindOfType = (type: TotalType): CoveredKind => {
  switch (type) {
    case 'NOTE':
      return 'notes';
    case 'STATEMENT':
      return 'statements';
    case 'BILLING_DOCUMENT':
      return 'billing_documents';
    case 'PAYMENT_INSTRUCTION':
      return 'payment_instructions';
    default:
      return 'transactions';
  }
};

/** `none_stored`: nothing of the kind is stored, and no control total is about it. */
export const KIND_COVERAGES = ['compared', 'not_compared', 'none_stored'] as const;
export type KindCoverage = (typeof KIND_COVERAGES)[number];

/** What of the stored data a comparison with control totals covers (decisions 20). */
export type Coverage = {
  readonly kinds: Readonly<Record<CoveredKind, KindCoverage>>;
  /** Accounts that have items of a compared kind. */
  readonly accountsCompared: number;
  /** Accounts that have items of any kind. */
  readonly accountsStored: number;
};

/** Returns true if every stored item of every account was compared: only then can agreement prove a migration. */
export const coversAll = ({ kinds, accountsCompared, accountsStored }: Coverage): boolean =>
  accountsCompared === accountsStored && COVERED_KINDS.every((kind) => kinds[kind] !== 'not_compared');

/** The control totals that were compared: those that the client registered, or a file that the operator gave. */
export type ControlTotalsOrigin =
  | {
      readonly source: 'client';
      readonly set: string;
      /** Of the API key that completed the set. */
      readonly keyPrefix: string;
      readonly registeredAt: Date;
      /** The digest of the set. */
      readonly sha256: string;
    }
  | {
      readonly source: 'operator';
      readonly file: string;
      /** Of the file. */
      readonly sha256: string;
    };

/** The form of {@link ControlTotalsOrigin} in JSON: of a report, a manifest, a record and an operator action. */
export const originJson = (origin: ControlTotalsOrigin) =>
  origin.source === 'client'
    ? {
        source: origin.source,
        set: origin.set,
        key_prefix: origin.keyPrefix,
        registered_at: origin.registeredAt.toISOString(),
        file: null,
        sha256: origin.sha256,
      }
    : {
        source: origin.source,
        set: null,
        key_prefix: null,
        registered_at: null,
        file: origin.file,
        sha256: origin.sha256,
      };

export const coverageJson = ({ kinds, accountsCompared, accountsStored }: Coverage) => ({
  kinds,
  accounts_compared: accountsCompared,
  accounts_stored: accountsStored,
});
