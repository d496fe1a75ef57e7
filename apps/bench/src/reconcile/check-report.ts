import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Differences by cause, and each that is not as it was seeded. */
export type Checked = { readonly named: Readonly<Record<string, number>>; readonly wrong: ReadonlyArray<string> };

const rowsOf = async function* (file: string): AsyncGenerator<ReadonlyArray<string>> {
  let isHeader = true;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!isHeader) yield line.split(',');
    isHeader = false;
  }
};

/** Compares the causes in the CSV file of a report with what was seeded: each once, a move on both ledgers, and no other. */
export const checkReport = async (csv: string, seeded: ReadonlyMap<string, string>): Promise<Checked> => {
  const found = new Map<string, string[]>();
  const named: Record<string, number> = {};
  for await (const [account = '', , , , , , , , , , cause = ''] of rowsOf(csv)) {
    if (cause === '') continue;
    named[cause] = (named[cause] ?? 0) + 1;
    found.set(account, [...(found.get(account) ?? []), cause]);
  }
  const expectedFor = (seed: string | undefined): string => {
    if (seed === undefined || seed === 'moved_date') return '';
    return seed === 'moved' ? 'moved,moved' : seed;
  };
  const accounts = new Set([...found.keys(), ...seeded.keys()]);
  const wrong = [...accounts].filter((one) => (found.get(one) ?? []).join() !== expectedFor(seeded.get(one)));
  return { named, wrong };
};
