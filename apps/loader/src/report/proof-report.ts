import type { Counts } from '../journal/read-journal.ts';
import type { Proof } from '../proof/prove.ts';

/** The report of a load or of a verification. */
export type Report = {
  readonly title: string;
  /** The service's address. */
  readonly service: string;
  readonly madeAt: Date;
  /** null for a verification: it has sent nothing. */
  readonly counts: Counts | null;
  /** Rows of the files that cannot be read: what they say is not proven. */
  readonly unreadable: number;
  /** Files that were not read to their end, since they are damaged, empty or refused. */
  readonly cutShort: ReadonlyArray<string>;
  /** Files of rejects and conflicts. */
  readonly outputs: ReadonlyArray<string>;
  readonly proof: Proof;
};

/** True only if everything was read, and each item is stored once, with its amount. */
export const isProven = ({ unreadable, cutShort, proof }: Report): boolean =>
  unreadable === 0 && cutShort.length === 0 && proof.agree;

/** The report as JSON; totals and differences have the names of `control-totals/compare/`. */
export const toJson = (report: Report): object => {
  const { proof, unreadable, cutShort, service, madeAt, outputs, counts } = report;
  return {
    agree: isProven(report),
    service,
    made_at: madeAt.toISOString(),
    ...counts,
    unreadable,
    not_read_to_end: cutShort,
    files: outputs,
    accounts: proof.accounts,
    compared: proof.compared,
    accounts_with_other_items: proof.accountsWithOthers,
    totals: proof.totals,
    differences: proof.differences.map(({ account, ledger, type, expected, actual }) => ({
      import_supplier: account.supplier,
      external_account_number: account.number,
      ledger_number: ledger,
      type,
      expected,
      actual,
    })),
  };
};
