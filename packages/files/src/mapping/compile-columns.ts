import type { Condition, MappedKind, Mapping } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { mustBeMissing, type Source, type Write, writerOf } from './field-writers.ts';
import { type Fields, type MappingIssue, unknownField } from './fields.ts';

/**
 * Compiles the columns of a mapping for rows of one kind.
 *
 * @param decided the fields that a rule sets for these rows: their columns are not read.
 * @param when the condition of that rule, by column; null: no rule decides these rows.
 * @param names the columns of the file.
 * @param kinds all kinds of the mapping: a field belongs to one of them.
 */
export const compileColumns = (
  mapping: Mapping,
  {
    kind,
    kinds,
    decided,
    when,
  }: {
    readonly kind: MappedKind;
    readonly kinds: ReadonlyArray<MappedKind>;
    readonly decided: ReadonlySet<string>;
    readonly when: Condition | null;
  },
  names: ReadonlyArray<string>,
  fields: Fields,
): E.Either<ReadonlyArray<MappingIssue>, ReadonlyArray<Write>> => {
  const indexes = new Map(names.map((name, index) => [name, index]));
  const sources = [...mapping.columns].map(([name, column]) => ({ name, column, index: indexes.get(name) ?? -1 }));
  const byField = new Map<string, Source[]>();
  for (const source of sources)
    for (const field of source.column.to) byField.set(field, [...(byField.get(field) ?? []), source]);
  /** The rule has read the column, or another of its fields is one of the kind. */
  const isUsed = ({ name, column }: Source): boolean =>
    when?.has(name) === true || column.to.some((one) => fields.formOf(kind, one) !== null);
  const issues: MappingIssue[] = [];
  const writes: Write[] = [];
  for (const [field, own] of byField) {
    const form = fields.formOf(kind, field);
    if (form === null) {
      const isOfOther = kinds.some((one) => fields.formOf(one, field) !== null);
      if (!isOfOther) issues.push({ path: ['columns', own[0]!.name], detail: unknownField(kind, field, fields) });
      else if (!decided.has(field)) {
        const unused = own.filter((source) => !isUsed(source));
        writes.push(...unused.map((source) => mustBeMissing(mapping, kind, field, source)));
      }
      continue;
    }
    if (decided.has(field)) continue;
    const write = writerOf(mapping, field, form, own, indexes);
    if (E.isLeft(write)) issues.push(write.left);
    else writes.push(write.right);
  }
  return issues.length === 0 ? E.right(writes) : E.left(issues);
};
