import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './figures.ts';
import { ORGANISATION, SUPPLIER } from './seeded.ts';
import { onDatabase } from './workbench.ts';

/** The transactions that the console has counted of the seeded supplier. */
const COUNTED = `
  select coalesce(sum(case when outcome = 'undone' then -stored_items else stored_items end), 0)::float8 as items
  from import_total where supplier_code = '${SUPPLIER}' and endpoint = 'transactions/create'`;

/** An import of one transaction, as the service records it. */
const COMMIT = `
  insert into accepted_import
    (account_id, id, received_at, organisation_id, supplier_id, api_key_id, endpoint, item_count, stored_items, stored_documents,
     payload, payload_sha256)
  select d.id, (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '74008' ||
                left(md5(random()::text), 15))::uuid,
         clock_timestamp(), o.id, s.id, k.id, 'transactions/create', 1, 1, 0, '{}', sha256('{}')
  from seeded d
  join organisation o on o.name = '${ORGANISATION}'
  join import_supplier s on s.organisation_id = o.id and s.code = '${SUPPLIER}'
  join api_key k on k.organisation_id = o.id
  where d.i = 1
  returning id`;

/** What they have is stored nowhere, as a benchmark that verifies the same database would say. */
const REMOVE = 'delete from accepted_import where id = any($1::uuid[])';

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ');

/** A page's stream of events: the number that it shows last. */
type Stream = {
  readonly name: string;
  /** Waits for an event with a text. @returns the milliseconds since `since`. */
  readonly until: (text: string, since: number) => Promise<number>;
  readonly close: () => void;
};

const openStream = async (name: string, open: () => Promise<Response>): Promise<Stream> => {
  const { body } = await open();
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let shown = '';
  let [wanted, found] = ['', () => {}];
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      shown = `${shown}${value}`.slice(-500_000);
      if (wanted !== '' && textOf(shown).includes(wanted)) found();
    }
  };
  const reading = read().catch(() => undefined);
  return {
    name,
    until: (text, since) =>
      new Promise((resolve) => {
        found = () => {
          wanted = '';
          resolve(performance.now() - since);
        };
        wanted = text;
        if (textOf(shown).includes(text)) found();
      }),
    close: () => void reader.cancel().then(() => reading),
  };
};

/** Its slots of two days are verified while live figures are measured. */
const VERIFY = 'update rollup_progress set verified_at = null, verified_to = null';

/** Measures the time from a commit until the streams of both live pages show it, at any moment of the console's work. */
export const measureLive = async (
  url: string,
  open: (path: string) => Promise<Response>,
  rounds: number,
): Promise<void> => {
  const supplier = `/suppliers/${encodeURIComponent(ORGANISATION)}/${SUPPLIER}/live`;
  const paths = { overview: '/live', 'overview of a supplier': supplier };
  const streams: Stream[] = [];
  for (const [name, path] of Object.entries(paths)) streams.push(await openStream(name, () => open(path)));
  const times = new Map<string, number[]>(streams.map(({ name }) => [name, []]));
  await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ items: number }>(COUNTED);
    await client.query(VERIFY);
    const added: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await delay(Math.random() * 1_000);
      const committing = await client.query<{ id: string }>(COMMIT);
      added.push(committing.rows[0]!.id);
      const committed = performance.now();
      const text = (rows[0]!.items + round).toLocaleString('en');
      await Promise.all(streams.map(async ({ name, until }) => times.get(name)!.push(await until(text, committed))));
    }
    await client.query(REMOVE, [added]);
  });
  for (const { close } of streams) close();
  for (const [name, own] of times) {
    const [p50, p95, longest] = [50, 95, 100].map((percent) => percentile(own, percent).toFixed(0).padStart(5));
    process.stdout.write(`commit to ${name.padEnd(24)} p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms\n`);
  }
};
