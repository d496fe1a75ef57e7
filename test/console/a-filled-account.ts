import { expect } from 'vitest';
import type { RunningService } from '../support/a-service.ts';
import { billingDocument, CARD, history, payment, statement, supplyCharge } from '../support/bodies.ts';

/** Text that would run, look like another text, or hide what follows if it were not escaped. */
export const HOSTILE = '<script>alert(1)</script>"\'&\u202e\u200b';

/** Imports one of everything for the demo's account, with 61 transactions. @returns its service account number. */
export const aFilledAccount = async (service: RunningService): Promise<string> => {
  const send = async (path: string, body: object, expected = 201): Promise<void> => {
    const { status } = await service.post(`/v1/data-import/${path}/create/`, { ...service.demoAccount, ...body });
    expect([path, status]).toEqual([path, expected]);
  };
  const charge = supplyCharge('T-0', { product_code: HOSTILE, display_note: 'W'.repeat(300) });
  const documents = { historical_billing_documents: [billingDocument(`B-${HOSTILE}`, { transactions: [charge] })] };
  await send('historical-billing-documents', history({ ledger_number: service.demo.ledger_number, ...documents }));
  await send('notes', { notes: [{ body: `first line\n${HOSTILE}`, is_pinned: true }, { body: 'not pinned' }] });
  const details = { reason: 'ACCOUNT_CHARGE_PAYMENT', payment_type: 'DEBIT_CARD', reference: HOSTILE, note: HOSTILE };
  const many = Array.from({ length: 59 }, (_, i) => payment(`MANY-${i}`));
  await send('transactions', { transactions: [payment('T-1', details), ...many] });
  await send('transactions', { transactions: [payment('T-2', { amount: HOSTILE })] }, 400);
  const figures = { number: HOSTILE, gross_amount: 1234.5 };
  const bill = statement(`S-${HOSTILE}`, { ...figures, statement_path: 'bills/october.pdf' });
  await send('historical-statements', { statements: [bill] });
  await send('payment-instruction', CARD);
  const [account] = await service.sql<{ number: string }>(
    'select service_account_number as number from account where external_account_number = $1',
    [service.demo.external_account_number],
  );
  return account!.number;
};
