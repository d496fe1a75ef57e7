import { accountKey } from '@carryover/adapters-persistence/imports/account-repository';
import { ACCOUNT_PREFIX, SUPPLIER } from '../items/account.ts';
import { KINDS } from '../items/kinds.ts';
import { copyRequest, openCopyConnection } from '../load/copy-connection.ts';
import { between, FIRST_FILLED_ITEM, type Plan } from '../load/places.ts';
import { fill as fillTemplate, makeTemplate } from '../load/template.ts';
import { onDatabase } from './cluster.ts';

/** Items of an account that was filled before the measurement. */
export const ITEMS_A_FILLED_ACCOUNT = 100;
/** Rows of one transaction: enough that commits do not count. */
const ACCOUNTS_A_COPY = 100;
/** One connection for each of two cores, and their client has little to do. */
const CONNECTIONS = 2;

/** The accounts of a fill, by their position among the accounts between those in use. */
type Filling = { readonly plan: Pick<Plan, 'accounts' | 'step'>; readonly from: number; readonly to: number };

const rowsOfOneAccount = () =>
  KINDS.transactions.rows({ items: ITEMS_A_FILLED_ACCOUNT, variant: 3, isMoved: false, mix: 'mixed' });

/** Returns the keys of the supplier's accounts, by their positions. */
const keysOn = (url: string): Promise<(account: number) => string> =>
  onDatabase(url, async (client) => {
    const sql = 'select organisation_id as id from import_supplier where code = $1';
    const { rows } = await client.query<{ id: string }>(sql, [SUPPLIER]);
    const supplier = { organisationId: rows[0]!.id, supplierCode: SUPPLIER };
    return (account) => accountKey({ ...supplier, externalAccountNumber: `${ACCOUNT_PREFIX}${account}` });
  });

/**
 * Fills accounts with transactions, in an order that is not that of their ids: the index grows as it does in a migration, whose
 * accounts come in the client's order.
 */
export const fillAccounts = async (url: string, { plan, from, to }: Filling): Promise<void> => {
  const [rows] = rowsOfOneAccount();
  const template = makeTemplate(Buffer.from(rows!.text));
  const keyOf = await keysOn(url);
  let next = from;
  const work = async () => {
    const connection = await openCopyConnection(url);
    try {
      while (next < to) {
        const first = next;
        next = Math.min(to, first + ACCOUNTS_A_COPY);
        const parts: Buffer[] = [];
        for (let position = first; position < next; position += 1) {
          const bytes = Buffer.from(template.bytes);
          const firstItem = FIRST_FILLED_ITEM + position * ITEMS_A_FILLED_ACCOUNT;
          const account = between(plan, position);
          fillTemplate(template, bytes, { account, key: keyOf(account), request: position, firstItem });
          parts.push(bytes);
        }
        const problem = await connection.send(copyRequest([{ ...rows!, text: Buffer.concat(parts) }]));
        if (problem !== null) throw new Error(problem);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
};

/** Does the work of autovacuum in advance: statistics and the visibility map. */
export const vacuumAnalyse = (url: string): Promise<void> =>
  onDatabase(url, async (client) => void (await client.query('vacuum (analyze)')));
