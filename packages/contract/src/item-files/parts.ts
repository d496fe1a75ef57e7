import type { ItemCodecs } from './item-codecs.ts';
import { columnsOf, fieldsOf, type ItemColumn } from './item-columns.ts';

/** The files of the objects in a list of transactions, as they are in an export with a table of each. */
export const PARTS = ['line-items', 'tax-items'] as const;
export type Part = (typeof PARTS)[number];

/** The field of a transaction that has the objects of a part. */
export const FIELD_OF_PART = { 'line-items': 'line_items', 'tax-items': 'tax_items' } as const satisfies Record<
  Part,
  string
>;

/** The fields by which a row of a part names its transaction. */
export const NAMING_FIELDS = ['import_supplier', 'external_account_number', 'transaction_id'] as const;

/** Returns the columns of a part in the order of the documentation: the transaction, then the fields of the codec. */
export const columnsOfPart = (part: Part, codecs: ItemCodecs): ReadonlyArray<ItemColumn> => {
  const columns = columnsOf('transactions', codecs);
  const named = (wanted: string) => columns.filter(({ name }) => name === wanted);
  const objects = named(FIELD_OF_PART[part]).flatMap(({ codec: { shape } }) =>
    shape.kind === 'list' ? fieldsOf(shape.item) : [],
  );
  return [...NAMING_FIELDS.flatMap(named), ...objects];
};
