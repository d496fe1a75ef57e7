import { figure, megabytes, percent, ratio, whole } from './figures.ts';
import type { ContenderResult, GrowthResult, LoaderResult, ScenarioResult } from './result.ts';
import { renderTable } from './table.ts';

type Column = { readonly title: string; readonly show: (result: ContenderResult) => string };

const FIGURES: ReadonlyArray<Column> = [
  { title: 'requests/s', show: ({ medians }) => figure(medians.requestsPerSecond) },
  { title: 'items/s', show: ({ medians }) => whole(medians.itemsPerSecond) },
  { title: 'p50 ms', show: ({ medians }) => figure(medians.p50Ms) },
  { title: 'p99 ms', show: ({ medians }) => figure(medians.p99Ms) },
  { title: 'CPU service', show: ({ medians }) => figure(medians.serviceCpu) },
  { title: 'CPU postgres', show: ({ medians }) => figure(medians.postgresCpu) },
  { title: 'peak MB', show: ({ peakMemoryBytes }) => megabytes(peakMemoryBytes) },
  { title: 'WAL B', show: ({ medians }) => whole(medians.walBytesPerItem) },
  { title: 'stored B', show: ({ storedBytesPerItem }) => whole(storedBytesPerItem) },
];
const OTHERS: Column = { title: 'others', show: ({ medians }) => percent(medians.othersShare) };
const SIDE_BY_SIDE: ReadonlyArray<Column> = [
  ...FIGURES,
  { title: '× limit', show: ({ ratios }) => ratio(ratios.toLimit) },
  { title: '× floor', show: ({ ratios }) => ratio(ratios.toFloor) },
  { title: '× insert-many', show: ({ ratios }) => ratio(ratios.toInsertMany) },
  { title: 'p99 × floor', show: ({ ratios }) => ratio(ratios.p99ToFloor) },
  { title: '× first', show: ({ ratios }) => ratio(ratios.againToFirst) },
  OTHERS,
];
const GROWTH: ReadonlyArray<Column> = [
  ...FIGURES,
  { title: '× reference', show: ({ ratios }) => ratio(ratios.toReference) },
  OTHERS,
];

const LEGEND = `Medians of the rounds; "×" are medians of quotients of rounds next to each other, of items/s but for "p99 × floor".
CPU: seconds per million items. WAL, stored: bytes per item, import records included. "× first": against sending the same for the
first time. "× reference": against the smallest size, measured by turns. "others": share of the processors taken by what is neither measured nor measuring; above a tenth, measure again.
`;

const PROBLEMS = 'NOT AS IT MUST BE: these figures are worth nothing.';

const problemsOf = (results: ReadonlyArray<ScenarioResult>): ReadonlyArray<string> =>
  results.flatMap(({ scenario, contenders }) =>
    contenders.flatMap(({ contender, problems }) => problems.map((one) => `${scenario.name}, ${contender}: ${one}`)),
  );

export const hasProblems = (results: ReadonlyArray<ScenarioResult>): boolean => problemsOf(results).length > 0;

const problemLines = (results: ReadonlyArray<ScenarioResult>): string => {
  const problems = problemsOf(results);
  return problems.length === 0 ? '' : `\n${[PROBLEMS, ...problems].join('\n')}\n`;
};

const titles = (columns: ReadonlyArray<Column>) => columns.map(({ title }) => title);
const cells = (columns: ReadonlyArray<Column>, result: ContenderResult) => columns.map(({ show }) => show(result));

export const showScenarios = (results: ReadonlyArray<ScenarioResult>): string => {
  const groups = results.map(({ scenario, contenders }) =>
    contenders.map((result) => [scenario.name, result.contender, ...cells(SIDE_BY_SIDE, result)]),
  );
  const header = ['scenario', 'contender', ...titles(SIDE_BY_SIDE)];
  return `${renderTable({ header, groups, names: 2 })}\n${LEGEND}${problemLines(results)}`;
};

export const showGrowth = (results: ReadonlyArray<GrowthResult>): string => {
  const lines = results.map(({ scenario, contenders, rows, bytesPerRow }) => ({
    rows,
    cells: contenders.map((one) => [
      whole(rows),
      scenario.name,
      one.contender,
      ...cells(GROWTH, one),
      whole(bytesPerRow),
    ]),
  }));
  const groups = [...Map.groupBy(lines, ({ rows }) => rows).values()].map((group) => group.flatMap((one) => one.cells));
  const header = ['rows', 'scenario', 'contender', ...titles(GROWTH), 'B a row'];
  return `${renderTable({ header, groups, names: 3 })}\n${LEGEND}${problemLines(results)}`;
};

const LOADER_LEGEND = `"× prebuilt": against the load generator's requests for the same transactions, of rounds next to each other. "whole": items/s of the
whole command, with the fingerprint of the file and the proof. CPU: microseconds per item of the whole command.
`;

export const showLoader = (results: ReadonlyArray<LoaderResult>): string => {
  const header = ['file', 'items', 'items/s', '× prebuilt', 'whole', 'CPU loader', 'peak MB'];
  const rows = results.map((one) => [
    one.order,
    whole(one.items),
    whole(one.itemsPerSecond),
    ratio(one.toPrebuilt),
    whole(one.wholeItemsPerSecond),
    figure(one.cpuPerItem),
    megabytes(one.peakMemoryBytes),
  ]);
  return `${renderTable({ header, groups: [rows], names: 1 })}\n${LOADER_LEGEND}`;
};
