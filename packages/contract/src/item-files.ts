import type { CalendarDate } from '@carryover/domain/calendar-date';
import { makeCreateHistoricalBillingDocumentsBody } from './codecs/billing-document.ts';
import type { AnyCodec } from './codecs/codec.ts';
import { noteDraft } from './codecs/note.ts';
import { makeCreatePaymentInstructionBody, type OfferedVendor } from './codecs/payment-instruction.ts';
import { calendarDate } from './codecs/scalars.ts';
import { accountFields } from './codecs/shared-fields.ts';
import { historicalStatement } from './codecs/statement.ts';
import { makeTransaction } from './codecs/transaction.ts';
import { FIELD_OF_PART, isBody, type Kind, NAMING_FIELDS, type Part } from './kinds.ts';
import type { Limits } from './limits.ts';

type Documented = { readonly limits: Limits; readonly vendors: ReadonlyArray<OfferedVendor> };

/**
 * Makes the server's codecs of what a row of a file contains: an item without its account, or the body of a request.
 *
 * @param today the current date in UTC+14: no historical transaction may be later.
 */
export const makeItemCodecs = ({ limits, vendors }: Documented, today: () => CalendarDate) =>
  ({
    notes: noteDraft,
    transactions: makeTransaction(calendarDate),
    statements: historicalStatement,
    'billing-documents': makeCreateHistoricalBillingDocumentsBody(limits, today),
    'payment-instructions': makeCreatePaymentInstructionBody(vendors),
  }) as const;

type ItemCodecs = ReturnType<typeof makeItemCodecs>;

/** The reading of a cell of CSV: as a string, as `true` or `false`, or as JSON. */
export type CellForm = 'text' | 'flag' | 'json';
/** A field of a row or of an object in it; the fields of a row are the columns of CSV. */
export type ItemColumn = {
  readonly name: string;
  readonly form: CellForm;
  readonly codec: AnyCodec;
  /** Required in every row. */
  readonly isRequired: boolean;
  /** The types that use the field, and those that require it; null: all types alike, or there are none. */
  readonly byType: { readonly usedWith: ReadonlyArray<string>; readonly requiredWith: ReadonlyArray<string> } | null;
};

const formOf = ({ shape }: AnyCodec): CellForm => {
  if (shape.kind !== 'scalar') return 'json';
  return shape.schema.type === 'boolean' ? 'flag' : 'text';
};

const column = (
  name: string,
  codec: AnyCodec,
  isRequired: boolean,
  byType: ItemColumn['byType'] = null,
): ItemColumn => ({
  name,
  codec,
  form: formOf(codec),
  isRequired,
  byType,
});

/** Returns the fields of an object; none of any other value. */
export const fieldsOf = ({ shape }: AnyCodec): ReadonlyArray<ItemColumn> => {
  if (shape.kind === 'record')
    return [...shape.fields].map(([name, codec]) => column(name, codec, shape.required.includes(name)));
  if (shape.kind !== 'tagged') return [];
  const variants = [...shape.variants].map(([type, codec]) => ({ type, fields: fieldsOf(codec) }));
  const all = new Map(variants.flatMap(({ fields }) => fields.map(({ name, codec }) => [name, codec] as const)));
  return [...all].map(([name, codec]) => {
    const typesWith = (accepts: (field: ItemColumn) => boolean) =>
      variants
        .filter(({ fields }) => fields.some((field) => field.name === name && accepts(field)))
        .map(({ type }) => type);
    const usedWith = typesWith(() => true);
    const requiredWith = typesWith(({ isRequired }) => isRequired);
    const isAlike = usedWith.length === variants.length && [0, usedWith.length].includes(requiredWith.length);
    return column(name, codec, requiredWith.length === variants.length, isAlike ? null : { usedWith, requiredWith });
  });
};

/** Returns the columns of a kind in the order of the documentation: the account, then the fields of the codec. */
export const columnsOf = (kind: Kind, codecs: ItemCodecs): ReadonlyArray<ItemColumn> => [
  ...(isBody(kind) ? [] : Object.entries(accountFields).map(([name, codec]) => column(name, codec, true))),
  ...fieldsOf(codecs[kind]),
];

/** Returns the columns of a file with a row for each billing document: its ledger, then the fields of the document. */
export const documentColumns = (codecs: ItemCodecs): ReadonlyArray<ItemColumn> => {
  const columns = columnsOf('billing-documents', codecs);
  const list = columns.find(({ name }) => name === 'historical_billing_documents')!.codec.shape;
  const fields = list.kind === 'list' ? fieldsOf(list.item) : [];
  return [
    ...columns.filter(({ codec }) => codec.shape.kind !== 'list'),
    ...fields
      .filter(({ name }) => name !== 'billing_document_type')
      .map((field) => (field.name === 'transactions' ? { ...field, isRequired: false } : field)),
  ];
};

/** Returns the columns of the transactions of billing documents: the ledger and the document, then the fields of transactions. */
const documentTransactionColumns = (codecs: ItemCodecs): ReadonlyArray<ItemColumn> => {
  const named = ['import_supplier', 'external_account_number', 'ledger_code', 'ledger_number', 'billing_document_type'];
  const ofLedger = documentColumns(codecs).filter(({ name }) =>
    [...named, 'billing_document_identifier'].includes(name),
  );
  return [
    ...ofLedger.map((one) => ({
      ...one,
      isRequired:
        one.isRequired && !['ledger_code', 'billing_document_type', 'billing_document_identifier'].includes(one.name),
    })),
    ...columnsOf('transactions', codecs).filter(({ name }) => !named.includes(name)),
  ];
};

/** Returns the columns of a part in the order of the documentation: the transaction, then the fields of the codec. */
export const columnsOfPart = (part: Part, codecs: ItemCodecs): ReadonlyArray<ItemColumn> => {
  if (part === 'billing-document-transactions') return documentTransactionColumns(codecs);
  const columns = columnsOf('transactions', codecs);
  const named = (wanted: string) => columns.filter(({ name }) => name === wanted);
  const objects = named(FIELD_OF_PART[part]).flatMap(({ codec: { shape } }) =>
    shape.kind === 'list' ? fieldsOf(shape.item) : [],
  );
  return [...NAMING_FIELDS.flatMap(named), ...objects];
};
