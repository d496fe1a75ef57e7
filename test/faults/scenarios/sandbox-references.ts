import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instruction } from '../batches/payment-instruction.ts';
import { ROOT } from '../environment/service.ts';

/** The documented response for a reference: 201, a 400 with that code, or the 500 of a failed vendor. */
export type Documented = Instruction & { readonly expected: 201 | 500 | string };

const VENDORS: Readonly<Record<string, ReadonlyArray<Instruction['vendor']>>> = {
  Cards: ['STRIPE'],
  Mandates: ['GOCARDLESS'],
  Both: ['STRIPE', 'GOCARDLESS'],
};
const expectedOf = (answer: string): Documented['expected'] => {
  if (answer.startsWith('201')) return 201;
  return answer.startsWith('500') ? 500 : (/`(\w+)`/.exec(answer)?.[1] ?? answer);
};

/** Every reference of packages/adapters-http/docs/vendor-sandbox.md, for each vendor that knows it. */
export const sandboxReferences = (): ReadonlyArray<Documented> => {
  const text = readFileSync(join(ROOT, 'packages/adapters-http/docs/vendor-sandbox.md'), 'utf8');
  return text.split('\n## ').flatMap((section) => {
    const vendors = VENDORS[/^\w+/.exec(section)?.[0] ?? ''] ?? [];
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    return rows.flatMap((row) => {
      const [, references = '', , answer = ''] = row.split('|').map((cell) => cell.trim());
      const named = [...references.matchAll(/`([^`…]+)`/g)].map((match) => match[1]!);
      return vendors.flatMap((vendor) =>
        named.map((reference) => ({ vendor, reference, expected: expectedOf(answer) })),
      );
    });
  });
};
