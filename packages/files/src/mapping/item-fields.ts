import { CODECS } from '@carryover/contract/item-codecs';
import { columnsOf, columnsOfPart, documentColumns } from '@carryover/contract/item-files';
import { isPart } from '@carryover/contract/kinds';
import { fieldFormOf } from '@carryover/contract/mapping/field-form';
import type { MappedKind } from '@carryover/contract/mapping/mapping';
import type { Fields } from './compile-columns.ts';

const fieldsOf = (kind: MappedKind) => {
  if (kind === 'accounts') return [];
  if (isPart(kind)) return columnsOfPart(kind, CODECS);
  const columns = columnsOf(kind, CODECS);
  return kind === 'billing-documents' ? [...columns, ...documentColumns(CODECS)] : columns;
};

/** The fields of items and their parts. Accounts are the operator's. */
export const ITEM_FIELDS: Fields = {
  formOf: (kind, path) => fieldFormOf(fieldsOf(kind), path),
  namesOf: (kind) => [...new Set(fieldsOf(kind).map(({ name }) => name))],
};
