import type { LedgerRepository } from '@carryover/application/ports/store';
import type { CalendarDate } from '@carryover/domain/calendar-date';
import type { Ledger } from '@carryover/domain/ledger';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';
import { stored } from './store-failure.ts';

type LedgerRow = {
  readonly ledger_number: string;
  readonly ledger_code: string;
  readonly is_main: boolean;
  readonly has_finalized_billing_document: boolean;
  readonly open_from: string | null;
  readonly open_to: string | null;
};

const toLedger = (row: LedgerRow): Ledger => ({
  ledgerNumber: row.ledger_number,
  ledgerCode: row.ledger_code,
  isMain: row.is_main,
  hasFinalizedBillingDocument: row.has_finalized_billing_document,
  openPeriod:
    row.open_from === null ? null : { from: row.open_from as CalendarDate, to: row.open_to as CalendarDate | null },
});

const MAIN_LEDGER = `
  select l.ledger_number, l.ledger_code, l.is_main, l.has_finalized_billing_document,
         p.from_date::text as open_from, p.to_date::text as open_to
  from ledger l
  left join statement_period p on p.account_id = l.account_id and p.ledger_number = l.ledger_number and p.is_open
  where l.account_id = $1 and l.is_main`;

export const makePostgresLedgerRepository = (em: EntityManager): LedgerRepository => ({
  main: (account) =>
    stored(async () => {
      const [row] = await query<LedgerRow>(em, MAIN_LEDGER, [account.id]);
      if (row === undefined) throw new Error(`Account ${account.id} has no main ledger.`);
      return toLedger(row);
    }),
});
