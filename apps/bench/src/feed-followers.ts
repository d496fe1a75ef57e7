import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Follows the feed, and takes webhooks, in a process of its own: `feed-followers.ts URL KEY READERS RECEIVERS`. It sends the
 * addresses of its receivers, then reads from where the feed is. It reads no JSON: its processors would be others.
 */
const [url = '', key = '', readers = '0', receivers = '0'] = process.argv.slice(2);

const NEXT = /"next":"([^"]+)","caught_up":(true|false)\}$/;

const read = async (
  after: string | null,
  wait: number,
): Promise<{ readonly next: string; readonly isEnd: boolean }> => {
  const query = `limit=1000&wait=${wait}${after === null ? '' : `&after=${after}`}`;
  const answer = await fetch(`${url}/v1/platform/changes/?${query}`, { headers: { Authorization: `Bearer ${key}` } });
  const text = await answer.text();
  const found = NEXT.exec(text.slice(-200));
  if (found === null) throw new Error(`${answer.status}: ${text.slice(0, 200)}`);
  return { next: found[1]!, isEnd: found[2] === 'true' };
};

/** Told to, it says when each reader has read to the end. */
let behind = new Set<number>();

const follow = async (_: unknown, index: number): Promise<never> => {
  for (let after: string | null = null; ; ) {
    const isAsked = behind.has(index);
    const page = await read(after, 1);
    after = page.next;
    if (isAsked && page.isEnd && behind.delete(index) && behind.size === 0) process.send!('read');
  }
};
process.on('message', () => {
  behind = new Set(Array.from({ length: Number(readers) }, (_, index) => index));
});

const receive = (): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)),
  );
};

const addresses = await Promise.all(Array.from({ length: Number(receivers) }, receive));
process.send!(addresses);
await Promise.all(Array.from({ length: Number(readers) }, follow));
