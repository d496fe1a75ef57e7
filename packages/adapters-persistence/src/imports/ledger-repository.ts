import type { LedgerRepository } from '@carryover/application/ports/store';
import type { Ledger } from '@carryover/domain/ledger';
import * as t from 'io-ts';
import type { Session } from '../driver/session.ts';
import { sent, stored } from '../driver/store-failure.ts';
import { LedgerHistory } from '../schema/entities/account.ts';
import { calendarDate, orNull } from '../schema/stored-value.ts';
import { NAMED_ACCOUNT, parametersOf } from './account-repository.ts';

export const ledgerRow = t.type({
  ledger_number: t.string,
  ledger_code: t.string,
  is_main: t.boolean,
  has_finalized_billing_document: t.boolean,
  has_imported_history: t.boolean,
  open_from: orNull(calendarDate),
  open_to: orNull(calendarDate),
});
type LedgerRow = t.TypeOf<typeof ledgerRow>;

export const toLedger = (row: LedgerRow): Ledger => ({
  ledgerNumber: row.ledger_number,
  ledgerCode: row.ledger_code,
  isMain: row.is_main,
  hasFinalizedBillingDocument: row.has_finalized_billing_document,
  hasImportedHistory: row.has_imported_history,
  openPeriod: row.open_from === null ? null : { from: row.open_from, to: row.open_to },
});

/** @param account the SQL of its id. */
export const ledgersOf = (account: string): string => `
  select l.ledger_number, l.ledger_code, l.is_main, l.has_finalized_billing_document,
         p.from_date::text as open_from, p.to_date::text as open_to, h.import_id is not null as has_imported_history
  from ledger l
  left join statement_period p on p.account_id = l.account_id and p.ledger_number = l.ledger_number and p.is_open
  left join ledger_history h on h.account_id = l.account_id and h.ledger_number = l.ledger_number
  where l.account_id = ${account}`;
const MAIN_LEDGER = `${ledgersOf(NAMED_ACCOUNT)} and l.is_main`;
const LEDGER_BY_NUMBER = `${ledgersOf(NAMED_ACCOUNT)} and l.ledger_number = $4`;

export const makePostgresLedgerRepository = (session: Session): LedgerRepository => ({
  main: (ref) =>
    stored(async () => {
      const [row] = await session.read<LedgerRow>(MAIN_LEDGER, parametersOf(ref));
      return row === undefined ? null : toLedger(row);
    }),

  find: (ref, ledgerNumber) =>
    stored(async () => {
      const [row] = await session.read<LedgerRow>(LEDGER_BY_NUMBER, [...parametersOf(ref), ledgerNumber]);
      return row === undefined ? null : toLedger(row);
    }),

  closeToHistory: (account, { ledgerNumber }, importId) =>
    sent(() => session.insert(LedgerHistory, [{ accountId: account.id, ledgerNumber, importId }])),
});
