import { isPart } from '@carryover/contract/kinds';
import { amountsIn } from '@carryover/files/mapping/expectations';
import { addFigures, type Figures, noFigures, summedColumns, sumText, toSum } from '@carryover/files/mapping/figures';
import { expectationsIn } from '../files/mappings.ts';
import type { StoredFiles } from '../reading/read-files.ts';

/** A figure of the files of a mapping, from the source system to the service: rows, or the sum of a column. */
export type Conversion = {
  /** The mapping; of a file without one, the file and its manifest. */
  readonly mapping: string;
  /** `rows`, or the column. */
  readonly figure: string;
  /** As the source system says; null: it says nothing. */
  readonly source: string | null;
  /** As the files have it. */
  readonly read: string;
  /** Of the rows that rules have left out, by reason. */
  readonly leftOut: ReadonlyArray<{ readonly reason: string; readonly figure: string }>;
  /** Of the rows that were accepted; null: they are parts of other rows. */
  readonly accepted: string | null;
  /** Of those, the rows that are stored as they were given; null: single rows were not compared. */
  readonly stored: string | null;
  /** The files are what the source system says, or it says nothing. */
  readonly isExpected: boolean;
  /** All four are equal, but for the rows that were left out. */
  readonly agree: boolean;
};

/** Returns what became of the figures of each mapping. Sums are those of the columns that the mapping expects. */
export const conversionsOf = (files: StoredFiles, areRowsCompared: boolean): ReadonlyArray<Conversion> => {
  const { inputs, tallies, store } = files;
  const mapped = inputs.flatMap(({ mapping, kind }, at) => (mapping === undefined ? [] : [{ mapping, kind, at }]));
  const expected = expectationsIn(inputs, tallies);
  const listed = expected
    .filter(({ mapping }) => !mapped.some((own) => own.mapping.file === mapping))
    .map(
      ({ mapping, figure, of, source, read, agree }): Conversion => ({
        mapping: `${of} of ${mapping}`,
        figure,
        source,
        read: read ?? 'none',
        leftOut: [],
        accepted: null,
        stored: null,
        isExpected: agree,
        agree,
      }),
    );
  if (mapped.length === 0) return listed;
  const kept = new Map(
    mapped.map(({ mapping: { compiled }, at }) => [
      at,
      { compiled, accepted: noFigures(compiled.mapping), stored: noFigures(compiled.mapping) },
    ]),
  );
  const amounts = new Map<number, ReturnType<typeof amountsIn>>();
  for (const { file, columns, fields, isStored } of store.cells()) {
    const own = kept.get(file);
    if (own === undefined) continue;
    const read = amounts.get(file) ?? amountsIn(own.compiled, columns);
    amounts.set(file, read);
    const found = read(fields) ?? [];
    addFigures(own.accepted, 1, found);
    if (isStored) addFigures(own.stored, 1, found);
  }
  const ofMappings = [...Map.groupBy(mapped, ({ mapping }) => mapping)].flatMap(([{ file, compiled }, own]) => {
    const { mapping } = compiled;
    const [read, accepted, stored] = [noFigures(mapping), noFigures(mapping), noFigures(mapping)];
    const leftOut = new Map<string, Figures>();
    for (const { at } of own) {
      const tally = tallies.get(at);
      if (tally !== undefined) addFigures(read, tally.all.rows, tally.all.sums);
      for (const [reason, { rows, sums }] of tally?.leftOut ?? []) {
        const figures = leftOut.get(reason) ?? noFigures(mapping);
        leftOut.set(reason, figures);
        addFigures(figures, rows, sums);
      }
      addFigures(accepted, kept.get(at)!.accepted.rows, kept.get(at)!.accepted.sums);
      addFigures(stored, kept.get(at)!.stored.rows, kept.get(at)!.stored.sums);
    }
    // Items that are made of several rows have no columns of their own.
    const isOfParts =
      own.some(({ kind }) => isPart(kind)) ||
      [...mapping.columns.values()].some(({ to }) => to.includes('billing_document_identifier'));
    const figures = [
      { name: 'rows', of: ({ rows }: Figures) => String(rows), value: ({ rows }: Figures) => BigInt(rows) },
      ...summedColumns(mapping).map((name, at) => ({
        name,
        of: ({ sums }: Figures) => sumText(sums[at]!),
        value: ({ sums }: Figures) => sums[at]!,
      })),
    ];
    return figures.map(({ name, of, value }): Conversion => {
      const said = expected.filter((one) => one.mapping === file && one.figure === name);
      const skipped = [...leftOut.values()].reduce((sum, one) => sum + value(one), 0n);
      const isKept = isOfParts || value(read) === value(accepted) + skipped;
      const isStored = isOfParts || !areRowsCompared || value(accepted) === value(stored);
      const whole = said.filter(({ when }) => when === undefined);
      const total = whole.find((one) => one.of === null) ?? (whole.length === 1 ? whole[0] : undefined);
      // Figures of some of the rows are those of all if nothing is missing between them.
      const parts = said.reduce((sum, { read: own }) => sum + (toSum(own ?? '') ?? 0n), 0n);
      const areWhole = whole.length > 0 || sumText(parts) === sumText(toSum(of(read))!);
      return {
        mapping: file,
        figure: name,
        source: total?.source ?? (said.length > 0 && areWhole && said.every(({ agree }) => agree) ? of(read) : null),
        read: of(read),
        leftOut: [...leftOut].map(([reason, one]) => ({ reason, figure: of(one) })),
        accepted: isOfParts ? null : of(accepted),
        stored: isOfParts || !areRowsCompared ? null : of(stored),
        isExpected: said.every(({ agree }) => agree),
        agree: isKept && isStored && said.every(({ agree }) => agree),
      };
    });
  });
  return [...ofMappings, ...listed];
};
