import type { ReceivedRange } from '@carryover/application/ports/operator/corrections';
import type { AnsweredImport } from '@carryover/domain/undo';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { query, readRows } from '../../driver/query.ts';
import { moment } from '../../schema/stored-value.ts';
import { HOLDERS } from './holders.ts';

// An import that stored all of its items was not answered "already exists".
const CANDIDATES = `
  with stored as (
    select import_id, 'notes/create' as endpoint from note where account_id = $1
    union all select import_id, 'transactions/create' from ledger_transaction where account_id = $1
    union all select import_id, 'historical-statements/create' from historical_statement where account_id = $1
    union all select import_id, 'payment-instruction/create' from payment_instruction where account_id = $1),
  counted as (select import_id, endpoint, count(*) as items from stored group by import_id, endpoint)
  select i.id as "importId", to_json(i.received_at)#>>'{}' as "answeredAt", i.endpoint
  from accepted_import i
  left join counted c on c.import_id = i.id and c.endpoint = i.endpoint
  where i.account_id = $1 and i.endpoint = any($3::text[]) and i.id <> all($2::uuid[])
    and i.item_count > coalesce(c.items, 0)
    and ($4::timestamptz is null or i.received_at < $4 or i.received_at >= $5::timestamptz)
    and not exists (select from import_undo u where u.account_id = $1 and u.import_id = i.id)
  order by i.endpoint, i.id`;

const UNDONE = `select to_json(undone_at)#>>'{}' as at from import_undo where account_id = $1`;
const PAYLOAD = 'select payload from accepted_import where account_id = $1 and id = $2';

const candidateRow = t.type({ importId: t.string, answeredAt: moment, endpoint: t.string });
type Candidate = t.TypeOf<typeof candidateRow>;
const undoneRow = t.type({ at: moment });

/** An import whose answers are looked for. */
type Answering = { readonly importId: string; readonly receivedAt: Date };

const payloadOf = async (em: EntityManager, accountId: string, importId: string): Promise<Buffer> => {
  const [row] = await query(em, PAYLOAD, [accountId, importId]);
  if (!Buffer.isBuffer(row?.payload)) throw new Error(`The import ${importId} has no payload.`);
  return row.payload;
};

/**
 * Returns true if an import that did not store an item was answered after the import that holds it. It was, unless it was
 * received before, and another import that held the item has been undone in between.
 */
const makeIsLater = async (em: EntityManager, accountId: string) => {
  const undone = await readRows(em, undoneRow, UNDONE, [accountId]);
  return ({ answeredAt }: Candidate, { receivedAt }: Answering): boolean =>
    answeredAt >= receivedAt || !undone.some(({ at }) => at >= answeredAt && at <= receivedAt);
};

/**
 * Finds the imports of an account that were answered "already exists" because of some of its imports. Reads one payload
 * at a time, and only of imports that did not store all of their items.
 *
 * @param except the range of imports that do not count, because they are undone too (decisions 16).
 * @returns by import, those that were answered because of it.
 */
export const findAnswered = async (
  em: EntityManager,
  accountId: string,
  imports: ReadonlyArray<Answering>,
  except: ReceivedRange | null,
): Promise<ReadonlyMap<string, ReadonlyArray<AnsweredImport>>> => {
  const answered = new Map<string, AnsweredImport[]>();
  if (imports.length === 0) return answered;
  const ids = imports.map(({ importId }) => importId);
  const range = [except?.since.toISOString() ?? null, except?.until.toISOString() ?? null];
  const parameters = [accountId, ids, Object.keys(HOLDERS), ...range];
  const candidates = await readRows(em, candidateRow, CANDIDATES, parameters);
  if (candidates.length === 0) return answered;
  const isLater = await makeIsLater(em, accountId);
  const byId = new Map(imports.map((one) => [one.importId, one]));

  for (const [endpoint, ofEndpoint] of Map.groupBy(candidates, (candidate) => candidate.endpoint)) {
    const holdersOf = await HOLDERS[endpoint]!(em, accountId, ids);
    for (const candidate of ofEndpoint) {
      const payload = await payloadOf(em, accountId, candidate.importId);
      const holders = await holdersOf({ importId: candidate.importId, payload });
      for (const [holder, items] of Map.groupBy(holders, (one) => one)) {
        const answering = byId.get(holder);
        if (answering === undefined || !isLater(candidate, answering)) continue;
        const list = answered.get(holder) ?? [];
        list.push({ importId: candidate.importId, itemCount: items.length });
        answered.set(holder, list);
      }
    }
  }
  return answered;
};
