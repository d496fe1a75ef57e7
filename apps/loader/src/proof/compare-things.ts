import { differingNames, type FieldTexts } from '../store/field-texts.ts';
import type { OwnThing, StoredThing, Thing } from '../store/things.ts';

/** Between the numbers of transactions of a history, if it is not known which import on its ledger it is. */
export const OR = ' or ';

/** The fields that are compared, apart from those that identify a thing. */
const COMPARED: Readonly<Record<Exclude<Thing, 'payment_instruction'>, ReadonlyArray<string>>> = {
  transaction: [
    'transaction_date',
    'amount',
    'type',
    'reason',
    'payment_type',
    'reference',
    'note',
    'display_note',
    'product_code',
    'line_items',
    'tax_items',
    'ledger_number',
    'billing_document_identifier',
  ],
  billing_document: ['billing_document_type', 'issued_date', 'bill_period_from_date', 'bill_period_to_date'],
  history: ['ledger_code', 'historical_billing_documents', 'transactions'],
  statement: [
    'number',
    'issued_date',
    'bill_period_from_date',
    'bill_period_to_date',
    'gross_amount',
    'statement_path',
  ],
  note: ['created_at', 'document_paths', 'is_pinned', 'unpin_at'],
};

/** A field that is stored otherwise than it was sent; a value is null if it is left out. */
export type FieldDifference = { readonly field: string; readonly sent: string | null; readonly stored: string | null };

/** What became of a thing: it is not stored, more than once, or once and perhaps with other values. */
export type Compared =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'stored_more_than_once'; readonly times: number }
  | { readonly kind: 'found'; readonly stored: StoredThing; readonly differences: ReadonlyArray<FieldDifference> };

/** The fields of a thing, of which a transaction without a ledger goes to the main ledger. */
const sentFields = ({ thing, fields }: OwnThing, stored: StoredThing): FieldTexts => {
  if (thing !== 'transaction' || fields.has('ledger_number')) return fields;
  return new Map([...fields, ['ledger_number', stored.fields.get('main_ledger') ?? '']]);
};

/** Returns true for the time of a note that names none, and for the transactions of a history that one of several imports has. */
const isAsGiven = (own: OwnThing, { fields }: StoredThing, name: string): boolean => {
  if (own.thing === 'note') return name === 'created_at' && !own.fields.has(name);
  if (own.thing !== 'history' || name !== 'transactions') return false;
  return (fields.get('transaction_ids') ?? '').split(OR).includes(own.fields.get('transaction_ids')!);
};

/** Returns the fields in which a thing differs from a stored one of its identifier. */
const differencesOf = (own: OwnThing, stored: StoredThing): ReadonlyArray<FieldDifference> => {
  if (own.thing === 'payment_instruction') return [];
  const sent = sentFields(own, stored);
  const compared = COMPARED[own.thing];
  return differingNames(sent, stored.fields)
    .filter((name) => compared.includes(name) && !isAsGiven(own, stored, name))
    .map((field) => ({ field, sent: sent.get(field) ?? null, stored: stored.fields.get(field) ?? null }));
};

/** Returns the stored note with the time of an own one, or the one that differs least. */
const nearestNote = (own: OwnThing, stored: ReadonlyArray<StoredThing>): StoredThing | undefined => {
  const time = own.fields.get('created_at');
  const same = time === undefined ? undefined : stored.find(({ fields }) => fields.get('created_at') === time);
  return (
    same ??
    stored.reduce<StoredThing | undefined>(
      (best, it) => (best === undefined || differencesOf(own, it).length < differencesOf(own, best).length ? it : best),
      undefined,
    )
  );
};

/** Compares a thing of the files with what is stored with its identifier. */
export const compareThing = (own: OwnThing, stored: ReadonlyArray<StoredThing>): Compared => {
  const found = own.thing === 'note' ? nearestNote(own, stored) : stored[0];
  if (found === undefined) return { kind: 'not_found' };
  if (own.thing !== 'note' && stored.length > 1) return { kind: 'stored_more_than_once', times: stored.length };
  return { kind: 'found', stored: found, differences: differencesOf(own, found) };
};
