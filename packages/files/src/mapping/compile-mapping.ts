import { complain } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import {
  type Condition,
  type Join,
  type MappedKind,
  type Mapping,
  type RowRule,
  type TrailerPart,
  takenColumns,
} from '@carryover/contract/mapping/mapping';
import { nearestName, withHint } from '@carryover/contract/nearest-name';
import * as E from 'fp-ts/lib/Either.js';
import { type Row, type RowIssue, rejected } from '../row.ts';
import { type Encoding, encodingOf, UTF8 } from '../source/encoding.ts';
import { plainValue } from './column-values.ts';
import { compileColumns } from './compile-columns.ts';
import { type Holds, holdsFor } from './conditions.ts';
import type { Write } from './field-writers.ts';
import { type Fields, type MappingIssue, unknownField } from './fields.ts';
import { NOT_CONVERTED, shownValue } from './value-errors.ts';

/** What becomes of a row: an object of a kind, or a reason to leave it out. */
type Mapped = { readonly kind: MappedKind; readonly row: Row<JsonObject>['row'] } | { readonly skipped: string };

/** A mapping for a file with certain columns. */
export type RowMapping = (cells: ReadonlyArray<string>) => Mapped;

/** A mapping that is ready to be used: all of it was checked that can be checked without a file. */
export type CompiledMapping = {
  readonly mapping: Mapping;
  readonly encoding: Encoding;
  /** The kind of the mapping, then other kinds of its rules. */
  readonly kinds: ReadonlyArray<MappedKind>;
  /** The columns that the mapping names, mapped or ignored. */
  readonly columns: ReadonlySet<string>;
  /** Those of them that the file itself has. */
  readonly ownColumns: ReadonlySet<string>;
  /** The encodings of other files that are not that of the mapping. */
  readonly joinEncodings: ReadonlyMap<Join, Encoding>;
  /** @param names the columns of the file, among them all that the mapping names. */
  readonly rowsOf: (names: ReadonlyArray<string>) => RowMapping;
  /**
   * Returns the column of the file with a field of the interface; null if it is no column.
   *
   * @param cellOf the value of a column in the row that is meant: of several columns with the field, the first has it that has more than zeros.
   */
  readonly columnOf: (field: string, cellOf: (column: string) => string | undefined) => string | null;
};

/** Anything but the zero, sign and marks of an amount that is in another column. */
const HAS_VALUE = /[^\s0.,+()-]/;

type Variant = {
  readonly kind: MappedKind;
  readonly fixed: ReadonlyArray<readonly [string, JsonValue]>;
  readonly writes: ReadonlyArray<Write>;
};

/** The values of `constants` and `set`; an empty text of a rule leaves the field out. */
const fixedOf = (
  kind: MappedKind,
  kinds: ReadonlyArray<MappedKind>,
  values: ReadonlyMap<string, string>,
  path: ReadonlyArray<string>,
  fields: Fields,
): E.Either<ReadonlyArray<MappingIssue>, ReadonlyArray<readonly [string, JsonValue]>> => {
  const issues: MappingIssue[] = [];
  const found: (readonly [string, JsonValue])[] = [];
  for (const [field, text] of values) {
    const form = fields.formOf(kind, field);
    if (form === null) {
      if (!kinds.some((one) => fields.formOf(one, field) !== null))
        issues.push({ path: [...path, field], detail: unknownField(kind, field, fields) });
      continue;
    }
    if (field.includes('.')) issues.push({ path: [...path, field], detail: 'Constants are fields of the row itself.' });
    if (text === '') continue;
    const value = plainValue(form, text);
    if (E.isLeft(value)) issues.push({ path: [...path, field], detail: `${shownValue(text)} ${value.left}` });
    else found.push([field, value.right]);
  }
  return issues.length === 0 ? E.right(found) : E.left(issues);
};

/** Removes the positions of lists that have no value. */
const compacted = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(compacted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, compacted(member)]));
};

const EMPTY: ReadonlyMap<string, string> = new Map();

const trailerConditions = (path: ReadonlyArray<string>, parts: ReadonlyArray<TrailerPart>) =>
  parts.flatMap(({ when }, at) =>
    when === null ? [] : [[['expect', 'trailer', ...path, String(at), 'when'], when] as const],
  );

/** Returns the conditions of a mapping, each with where. */
const conditionsOf = ({
  rows,
  columns,
  expect,
}: Mapping): ReadonlyArray<readonly [path: ReadonlyArray<string>, condition: Condition]> => [
  ...(rows ?? []).map(({ when }, at) => [['rows', String(at), 'when'], when] as const),
  ...[...columns].flatMap(([own, { reverse }]) =>
    reverse === null || typeof reverse === 'boolean' ? [] : [[['columns', own, 'reverse'], reverse] as const],
  ),
  ...trailerConditions(['rows'], expect?.trailer?.rows ?? []),
  ...[...(expect?.trailer?.sums ?? [])].flatMap(([name, parts]) => trailerConditions(['sums', name], parts)),
];

/** Returns the columns that a mapping names besides `columns` and `ignore`, each with where. */
const otherColumns = (mapping: Mapping): ReadonlyArray<readonly [ReadonlyArray<string>, string]> => [
  ...conditionsOf(mapping).flatMap(([path, condition]) =>
    [...condition.keys()].map((name) => [[...path, name], name] as const),
  ),
  ...(mapping.join ?? []).flatMap((one, at) => [
    ...[...one.keys.keys()].map((name) => [['join', String(at), 'keys', name], name] as const),
    ...[...takenColumns(one).values()].map((name) => [['join', String(at), 'columns'], name] as const),
  ]),
  ...(mapping.expect?.by == null ? [] : [[['expect', 'by'], mapping.expect.by] as const]),
  ...[...(mapping.expect?.sums?.keys() ?? [])].map((name) => [['expect', 'sums', name], name] as const),
  ...[...(mapping.expect?.trailer?.sums?.keys() ?? [])].map(
    (name) => [['expect', 'trailer', 'sums', name], name] as const,
  ),
  ...[...(mapping.expect?.files ?? [])].flatMap(([file, { sums }]) =>
    [...(sums?.keys() ?? [])].map((name) => [['expect', 'files', file, 'sums', name], name] as const),
  ),
];

/** The rejection of a row with these issues. */
const toRejection = (issues: ReadonlyArray<RowIssue>, object: JsonObject): Row<JsonObject>['row'] => {
  const [first, ...more] = issues as [RowIssue, ...RowIssue[]];
  return E.left({ ...rejected(first, more), object });
};

const mapRow = ({ kind, fixed, writes }: Variant, cells: ReadonlyArray<string>, isNested: boolean): Mapped => {
  const target: Record<string, JsonValue> = {};
  let issues: RowIssue[] | null = null;
  const wrong = (path: string, detail: string, code = NOT_CONVERTED): undefined => {
    issues = [...(issues ?? []), { code, path, detail, column: null }];
    return undefined;
  };
  for (const [field, value] of fixed) target[field] = value;
  for (const write of writes) write(cells, target, wrong);
  if (isNested) for (const name of Object.keys(target)) target[name] = compacted(target[name]!);
  return { kind, row: issues === null ? E.right(target) : toRejection(issues, target) };
};

/** Checks a mapping against the fields of the interface, and makes what maps rows. */
export const compileMapping = (
  mapping: Mapping,
  fields: Fields,
): E.Either<ReadonlyArray<MappingIssue>, CompiledMapping> => {
  const encoding = mapping.encoding === null ? E.right(UTF8) : encodingOf(mapping.encoding);
  if (E.isLeft(encoding)) return E.left([{ path: ['encoding'], detail: encoding.left }]);
  const joins = mapping.join ?? [];
  const joinEncodings = new Map<Join, Encoding>();
  for (const [at, join] of joins.entries()) {
    const own = join.encoding === null ? null : encodingOf(join.encoding);
    if (own !== null && E.isLeft(own)) return E.left([{ path: ['join', String(at), 'encoding'], detail: own.left }]);
    if (own !== null) joinEncodings.set(join, own.right);
  }
  const joined = new Set(joins.flatMap((join) => [...takenColumns(join).values()]));
  const rules: ReadonlyArray<RowRule> = mapping.rows ?? [];
  const kinds = [...new Set([mapping.kind, ...rules.flatMap(({ kind }) => (kind === null ? [] : [kind]))])];
  const ignored = new Set(mapping.ignore ?? []);
  const columns = new Set([...mapping.columns.keys(), ...ignored]);
  const isAmount = (to: ReadonlyArray<string>): boolean =>
    kinds.some((kind) => to.some((field) => fields.formOf(kind, field) === 'decimal'));
  const issues: MappingIssue[] = [];
  for (const name of ignored)
    if (mapping.columns.has(name)) issues.push({ path: ['ignore'], detail: `The column ${name} is mapped, too.` });
  for (const [path, name] of otherColumns(mapping))
    if (!columns.has(name))
      issues.push({
        path,
        detail: withHint(`The column ${name} is neither in columns nor in ignore.`, nearestName(name, columns)),
      });
  for (const [path, condition] of conditionsOf(mapping))
    for (const [name, wanted] of condition)
      if ('sign' in wanted && columns.has(name) && !isAmount(mapping.columns.get(name)?.to ?? []))
        issues.push({
          path: [...path, name],
          detail: `The column ${name} has no amount, and only amounts have a sign.`,
        });
  const ownColumns = new Set([...columns].filter((name) => !joined.has(name)));
  for (const [path, name] of otherColumns(mapping))
    if (path[0] === 'expect' && joined.has(name))
      issues.push({ path, detail: `The column ${name} is of another file, and not of the export.` });
  const decimals = mapping.dialect?.header === false ? [...ownColumns].filter((name) => !/^[1-9]\d*$/.test(name)) : [];
  for (const name of decimals)
    issues.push({ path: ['columns', name], detail: 'Without a header, the names of columns are 1, 2, 3, ….' });
  if (issues.length > 0) return E.left(issues);

  const variantOf = (rule: RowRule | null, at: number, names: ReadonlyArray<string>) => {
    const kind = rule?.kind ?? mapping.kind;
    const constants = fixedOf(kind, kinds, mapping.constants ?? EMPTY, ['constants'], fields);
    const set = fixedOf(kind, kinds, rule?.set ?? EMPTY, ['rows', String(at), 'set'], fields);
    const decided = new Set(rule?.set?.keys() ?? []);
    const writes = compileColumns(mapping, { kind, kinds, decided, when: rule?.when ?? null }, names, fields);
    const found = [constants, set, writes].flatMap((one) => (E.isLeft(one) ? one.left : []));
    if (found.length > 0 || E.isLeft(constants) || E.isLeft(set) || E.isLeft(writes)) return E.left(found);
    const kept = constants.right.filter(([field]) => !decided.has(field));
    return E.right({ kind, fixed: [...kept, ...set.right], writes: writes.right });
  };
  const variantsOf = (names: ReadonlyArray<string>) => [
    variantOf(null, -1, names),
    ...rules.map((rule, at) => variantOf(rule, at, names)),
  ];
  const found = variantsOf([...columns]).flatMap((variant) => (E.isLeft(variant) ? variant.left : []));
  const mapped = new Set([...mapping.columns.values()].flatMap(({ to }) => to));
  for (const field of mapping.constants?.keys() ?? [])
    if (mapped.has(field)) found.push({ path: ['constants', field], detail: `A column has the field ${field}, too.` });
  if (found.length > 0) {
    const unique = new Map(found.map((one) => [JSON.stringify(one), one]));
    return E.left([...unique.values()]);
  }
  const isNested = [...mapped].some((field) => field.includes('.'));

  return E.right({
    mapping,
    encoding: encoding.right,
    kinds,
    columns,
    ownColumns,
    joinEncodings,
    rowsOf: (names) => {
      const variants = variantsOf(names).map((variant) => (variant as E.Right<Variant>).right);
      const indexes = new Map(names.map((name, index) => [name, index]));
      const decisions: ReadonlyArray<readonly [Holds, Variant | string]> = rules.map(({ when, skip }, at) => [
        holdsFor(mapping, when, indexes),
        skip ?? variants[at + 1]!,
      ]);
      const usual = variants[0]!;
      if (decisions.length === 0) return (cells) => mapRow(usual, cells, isNested);
      return (cells) => {
        for (const [holds, decision] of decisions)
          if (holds(cells))
            return typeof decision === 'string' ? { skipped: decision } : mapRow(decision, cells, isNested);
        return mapRow(usual, cells, isNested);
      };
    },
    columnOf: (field, cellOf) => {
      const path = field.split('.');
      for (let length = path.length; length > 0; length -= 1) {
        const wanted = path.slice(0, length).join('.');
        const names = [...mapping.columns].filter(([, { to }]) => to.includes(wanted)).map(([name]) => name);
        const name = names.find((one) => HAS_VALUE.test(cellOf(one) ?? '')) ?? names[0];
        if (name !== undefined) return name;
      }
      return null;
    },
  });
};

/** Names the columns that a file has and a mapping has not, and the other way round; null if there are none. */
export const columnsIssue = ({ columns, mapping }: CompiledMapping, names: ReadonlyArray<string>): string | null => {
  const quoted = (all: ReadonlyArray<string>): string => all.map((name) => shownValue(name)).join(', ');
  // Delimiters at the end of each line make columns without a name: they may be ignored together.
  const isNone = (name: string): boolean => name === '' && !mapping.columns.has('');
  const twice = names.filter((name, at) => names.indexOf(name) !== at && !isNone(name));
  if (twice.length > 0)
    return `The header has ${quoted([...new Set(twice)])} twice. Set dialect.header to false and commentRows to the line of the header; columns are 1, 2, 3, … then.`;
  const missing = [...columns].filter((name) => !names.includes(name));
  const others = [...new Set(names)].filter((name) => !columns.has(name));
  const sentences = [
    ...(missing.length === 0
      ? []
      : [
          withHint(
            `The file lacks columns of the mapping: ${quoted(missing)}.`,
            missing.length === 1 ? nearestName(missing[0]!, others) : null,
          ),
        ]),
    ...(others.length === 0
      ? []
      : [`Columns of the file are neither mapped nor ignored: ${quoted(others)}. Add them to columns or to ignore.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
};

/** The complaint of a row that has the header again. */
export const HEADER_AGAIN = complain('parse_error', 'The header occurs again: files may have been joined.');
