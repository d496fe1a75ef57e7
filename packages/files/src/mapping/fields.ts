import type { FieldForm } from '@carryover/contract/mapping/field-form';
import type { MappedKind } from '@carryover/contract/mapping/mapping';
import { nearestName, withHint } from '@carryover/contract/nearest-name';

/** The fields of the interface, by kind. */
export type Fields = {
  /** The form of a field, in lists with positions; null if the kind has no such field. */
  readonly formOf: (kind: MappedKind, path: string) => FieldForm | null;
  readonly namesOf: (kind: MappedKind) => ReadonlyArray<string>;
};

/** Something that is wrong with a mapping, and where: the steps to it. */
export type MappingIssue = { readonly path: ReadonlyArray<string>; readonly detail: string };

/** Returns the issue of a field that a kind does not have. */
export const unknownField = (kind: MappedKind, field: string, fields: Fields): string =>
  withHint(`${kind} have no field ${field}.`, nearestName(field.split('.')[0]!, fields.namesOf(kind)));
