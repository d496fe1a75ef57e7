import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The published packages, each after those that it imports.
 *
 * @typedef {object} Published
 * @property {string} folder below `packages/`
 * @property {string} description
 * @property {ReadonlyArray<string>} types packages of global types its sources need
 * @property {string} example for its README
 */

/** @type {ReadonlyArray<Published>} */
export const PUBLISHED = [
  {
    folder: 'domain',
    description:
      'The rules of an account data import: dates, decimals, notes, transactions, histories. No I/O, no clock.',
    types: [],
    example: `import { parseCalendarDate } from '@carryover/domain/calendar-date';

parseCalendarDate('2026-02-30'); // { _tag: 'None' }`,
  },
  {
    folder: 'contract',
    description: 'The account data-import interface as data: exact JSON, io-ts codecs, limits, error codes.',
    types: [],
    example: `import { noteDraft } from '@carryover/contract/codecs/note';

noteDraft.decode({ body: 'Called about the meter.' }); // { _tag: 'Right', right: { … } }`,
  },
  {
    folder: 'client',
    description:
      'A typed client of the account data-import interface: token, deadlines, safe retries. No dependencies.',
    types: ['node'],
    example: `import { makeClient } from '@carryover/client';

const client = makeClient({ baseUrl: 'https://carryover.example', apiKey: process.env.CARRYOVER_API_KEY ?? '' });
await client.createNotes({
  import_supplier: 'ACME',
  external_account_number: 'E-1',
  notes: [{ body: 'Called about the meter.', created_at: '2019-10-01T08:30:00Z' }],
});`,
  },
];

/** Their dependencies other than each other. */
export const outsideDependencies = (root) => {
  const names = PUBLISHED.flatMap(({ folder }) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
    return Object.keys(dependencies);
  });
  return [...new Set(names)].filter((name) => !name.startsWith('@carryover/'));
};
