import { CODECS } from '@carryover/contract/item-codecs';
import { columnsOf, columnsOfPart } from '@carryover/contract/item-files';
import { fieldFormOf } from '@carryover/contract/mapping/field-form';
import type { MappedKind } from '@carryover/contract/mapping/mapping';
import type { Fields } from './compile-columns.ts';

const fieldsOf = (kind: MappedKind) => {
  if (kind === 'accounts') return [];
  return kind === 'line-items' || kind === 'tax-items' ? columnsOfPart(kind, CODECS) : columnsOf(kind, CODECS);
};

/** The fields of items and their parts. Accounts are the operator's. */
export const ITEM_FIELDS: Fields = {
  formOf: (kind, path) => fieldFormOf(fieldsOf(kind), path),
  namesOf: (kind) => fieldsOf(kind).map(({ name }) => name),
};
