/** Prints what the billing platform reads from Carryover, and keeps its place in a file: PLATFORM_KEY, BASE_URL, CURSOR_FILE. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { makePlatformClient } from '@carryover/client';

const { PLATFORM_KEY = '', BASE_URL = 'http://127.0.0.1:3000', CURSOR_FILE = 'cursor.txt' } = process.env;

const client = makePlatformClient({ baseUrl: BASE_URL, platformKey: PLATFORM_KEY });
const after = existsSync(CURSOR_FILE) ? readFileSync(CURSOR_FILE, 'utf8') : null;

for await (const { changes, next } of client.changes({ after, follow: false })) {
  for (const { type, subject = '', data } of changes) {
    const items = Array.isArray(data.items) ? data.items.length : 0;
    process.stdout.write(`${type} ${subject} ${items}\n`);
  }
  // A reader with a database keeps it in the transaction in which it keeps the changes; this one may print one twice.
  writeFileSync(`${CURSOR_FILE}.new`, next);
  renameSync(`${CURSOR_FILE}.new`, CURSOR_FILE);
}
