import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FLOOR_ENDPOINTS, type FloorEndpoint } from './endpoints.ts';
import type { FloorStore, PostedBody, PostedItem } from './store.ts';

const LOCK = 'select id from account where external_account_number = $1 for no key update';

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** Locks the account, leaves out existing items, inserts the rest. */
const importItems = async (
  store: FloorStore,
  { itemsOf, table, keyOf, existing, before }: FloorEndpoint,
  body: PostedBody,
) => {
  const items = itemsOf(body);
  const there = await store.inTransaction(async ({ query, insert }) => {
    const [account] = await query<{ id: string }>(LOCK, [body.external_account_number]);
    const accountId = account!.id;
    const known = await query<{ key: string }>(existing, [accountId, items.map(keyOf)]);
    const keys = new Set(known.map(({ key }) => key));
    const rest: ReadonlyArray<PostedItem> = items.filter((item) => !keys.has(keyOf(item)));
    const importId = randomUUID();
    if (before !== undefined) await insert(before.table, { accountId, importId, items: before.itemsOf(body) });
    if (rest.length > 0) await insert(table, { accountId, importId, items: rest });
    return keys;
  });
  return items.map((item) => ({ status: there.has(keyOf(item)) ? 'EXISTS' : 'ADDED', data: item }));
};

/** The least a handler can do: no token, no check of anything, no import record, no log. */
export const makeFloorHandler =
  (store: FloorStore) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let status = 201;
    let answer: object;
    try {
      const results = await importItems(store, FLOOR_ENDPOINTS[request.url!]!, JSON.parse(await readText(request)));
      answer = { results };
    } catch (error) {
      [status, answer] = [500, { error: String(error) }];
    }
    const text = JSON.stringify(answer);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
  };
