/** Receives what Carryover posts, verifies its signature, and prints each change once: WEBHOOK_SECRET, PORT. */
import { createServer } from 'node:http';
import type { Change } from '@carryover/client';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env;
const MAX_BYTES = 64 * 1024 * 1024;

const webhook = new Webhook(WEBHOOK_SECRET);
// A receiver with a database keeps the ids in the transaction in which it keeps the changes.
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return response.writeHead(413, { Connection: 'close' }).end();
    chunks.push(chunk);
  }
  try {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { changes } = webhook.verify(Buffer.concat(chunks).toString(), headers) as { readonly changes: Change[] };
    for (const { id, type, subject = '', data } of changes.filter((change) => !seen.has(change.id))) {
      seen.add(id);
      process.stdout.write(`${type} ${subject} ${Array.isArray(data.items) ? data.items.length : 0}\n`);
    }
    return response.writeHead(204).end();
  } catch {
    return response.writeHead(401).end();
  }
});
server.listen(Number(PORT), '127.0.0.1');
