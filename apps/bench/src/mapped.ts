import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { figure, median, megabytes, progress } from './figures.ts';
import { startService } from './imports.ts';
import { loadItems, SCENARIO, settle, transactionsOf, writeShuffled } from './loader.ts';
import type { Workbench } from './workbench.ts';

const FIELDS = [
  'import_supplier',
  'external_account_number',
  'transaction_id',
  'transaction_date',
  'type',
  'amount',
  'reason',
  'payment_type',
  'reference',
  'note',
  'display_note',
];

/** The same columns as an export of another system has them, and what makes items of them. */
const MAPPING = `kind: transactions
dialect: {delimiter: ";"}
decimalChar: ","
groupChar: "."
dateFormat: dd.MM.yyyy
columns:
  LIEFERANT: import_supplier
  KUNDENNR: external_account_number
  BELEGNR: transaction_id
  BUCHDAT: transaction_date
  ART: {to: type, values: {Z: PAYMENT, M: CHARGE, G: CREDIT}}
  BETRAG: {to: amount, negative: trailing, reverse: {ART: [Z, G]}}
  GRUND: reason
  ZAHLART: payment_type
  REFERENZ: reference
  TEXT: note
  ANZEIGE: display_note
`;
const COLUMNS = 'LIEFERANT;KUNDENNR;BELEGNR;BUCHDAT;ART;BETRAG;GRUND;ZAHLART;REFERENZ;TEXT;ANZEIGE';
const TYPES: Readonly<Record<string, string>> = { PAYMENT: 'Z', CHARGE: 'M', CREDIT: 'G' };

type Cells = ReadonlyArray<string>;

const plainOf = (cells: Cells): string => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',');

const exportedOf = ([supplier, account, id, day, type, amount, ...others]: Cells): string => {
  const [year, month, date] = day!.split('-');
  const digits = amount!.replace('.', ',');
  const cells = [
    supplier,
    account,
    id,
    `${date}.${month}.${year}`,
    TYPES[type!]!,
    type === 'CHARGE' ? digits : `${digits}-`,
  ];
  return [...cells, ...others.map((text) => (text.includes(';') ? `"${text}"` : text))].join(';');
};

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
    // Line items have a file of their own in CSV: supply charges are left out.
    const lines = Array.from(transactionsOf(accounts * turn, accounts))
      .filter(({ type }) => type !== 'SUPPLY_CHARGE')
      .map((item) => lineOf(FIELDS.map((field) => String(item[field] ?? ''))));
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
