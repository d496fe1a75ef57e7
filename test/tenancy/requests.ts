import { openApi } from '../support/openapi.ts';
import { type Data, importsOf } from './data.ts';

type Body = Readonly<Record<string, unknown>>;

/** The supplier and account of a request. */
export type Named = { readonly import_supplier: string; readonly external_account_number: string };

const lists: ReadonlyArray<string> = openApi.components.schemas.AccountSummaryRequest.properties.list.enum;

const total = (account: string, type: string) => ({
  external_account_number: account,
  ledger_number: 'L-1',
  type,
  count: 0,
  sum: '0.00',
});

/** Items sent again already exist; with a different date, amount and type they are rejected or in conflict. */
const changed = (data: Data): Body => ({
  ...importsOf(data)['historical-statements'],
  statements: importsOf(data)['historical-statements'].statements.map((one) => ({ ...one, gross_amount: '0.01' })),
});

const imports = (data: Data): Readonly<Record<string, ReadonlyArray<Body>>> => {
  const bodies = importsOf(data);
  return {
    notes: [bodies.notes, { notes: [{ body: '' }] }],
    transactions: [
      bodies.transactions,
      { transactions: bodies.transactions.transactions.map((one) => ({ ...one, amount: '0.01' })) },
    ],
    'historical-billing-documents': [
      bodies['historical-billing-documents'],
      { ...bodies['historical-billing-documents'], ledger_number: 'L-1' },
    ],
    'historical-statements': [bodies['historical-statements'], changed(data)],
    'payment-instruction': [
      bodies['payment-instruction'],
      { ...bodies['payment-instruction'], reference: 'SANDBOX-404' },
    ],
  };
};

/** Bodies for every address below `/v1/data-import/`, each for one supplier and account; what one organisation sends of its own. */
export const requestsOf = (data: Data, named: Named): Readonly<Record<string, ReadonlyArray<Body>>> => {
  const { import_supplier: supplier, external_account_number: account } = named;
  const forImports = Object.entries(imports(data)).flatMap(([kind, bodies]) =>
    ['validate', 'create'].map((how): [string, ReadonlyArray<Body>] => [
      `/v1/data-import/${kind}/${how}/`,
      bodies.map((body) => ({ ...named, ...body })),
    ]),
  );
  return {
    ...Object.fromEntries(forImports),
    '/v1/data-import/accounts/summary/': [named, ...lists.map((list) => ({ ...named, list }))],
    '/v1/data-import/control-totals/compare/': [
      { import_supplier: supplier, totals: ['CHARGE', 'SUPPLY_CHARGE'].map((type) => total(account, type)) },
    ],
    '/v1/data-import/control-totals/register/': [
      { import_supplier: supplier, set: 'TENANCY', totals: [total(account, 'CHARGE')], complete: true },
    ],
  };
};
