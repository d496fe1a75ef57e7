import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cells, COLUMNS, cellsOf, exportedOf, FIELDS, MAPPING } from './exported.ts';
import { figure, median, megabytes, progress } from './figures.ts';
import { startService } from './imports.ts';
import { loadItems, SCENARIO, settle, transactionsOf, writeShuffled } from './loader.ts';
import type { Workbench } from './workbench.ts';

const plainOf = (cells: Cells): string => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',');

const FORMS = {
  plain: { header: `${FIELDS.join(',')}\n`, lineOf: plainOf, map: [] },
  mapped: { header: `${COLUMNS}\n`, lineOf: exportedOf, map: ['--map'] },
} as const;
type Form = keyof typeof FORMS;

/** Measures `carryover load --map` of an export beside `load` of plain CSV with the same items, by turns, against one service. */
export const measureMapped = async (
  bench: Workbench,
  { transactions, rounds }: { readonly transactions: number; readonly rounds: number },
): Promise<boolean> => {
  const accounts = Math.ceil(transactions / SCENARIO.items);
  const contender = await startService(bench, 'loader', accounts * rounds * 2);
  const map = join(bench.folder, 'export.map.yaml');
  await writeFile(map, MAPPING);
  const load = async (form: Form, turn: number) => {
    const { header, lineOf, map: option } = FORMS[form];
    const file = join(bench.folder, `${form}-${turn}.csv`);
    const lines = cellsOf(transactionsOf(accounts * turn, accounts)).map(lineOf);
    await writeShuffled(file, header, lines);
    await settle(bench, contender);
    const ran = await loadItems(bench, lines.length, [...option.flatMap((name) => [name, map]), file]);
    await rm(file);
    progress(`${form}: ${figure(lines.length / ran.seconds)} items/s`);
    return { ...ran, items: lines.length, rate: lines.length / ran.seconds };
  };
  const measured: { readonly [form in Form]: Awaited<ReturnType<typeof load>>[] } = { plain: [], mapped: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const forms: ReadonlyArray<Form> = round % 2 === 0 ? ['plain', 'mapped'] : ['mapped', 'plain'];
      for (const [at, form] of forms.entries()) measured[form].push(await load(form, round * 2 + at));
    }
  } finally {
    await contender.stop();
  }
  for (const [form, ran] of Object.entries(measured)) {
    const of = (read: (one: (typeof ran)[number]) => number) => median(ran.map(read));
    process.stdout.write(
      `${form}: ${figure(of(({ rate }) => rate))} items/s with fingerprint and proof, ${figure(of(({ itemsPerSecond }) => itemsPerSecond))} without, ` +
        `${figure(of(({ cpuMs, items }) => (cpuMs * 1_000) / items))} µs of processor per item, ` +
        `${megabytes(Math.max(...ran.map(({ peakBytes }) => peakBytes)))}\n`,
    );
  }
  const ratios = measured.mapped.map(({ rate }, round) => rate / measured.plain[round]!.rate);
  process.stdout.write(
    `mapped: ${median(ratios).toFixed(2)} × plain (${ratios.map((one) => one.toFixed(2)).join(', ')})\n`,
  );
  return true;
};
