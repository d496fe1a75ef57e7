import { CODECS } from '@carryover/contract/item-codecs';
import { columnsOf, columnsOfPart, documentColumns } from '@carryover/contract/item-files';
import { isPart, type Kind, type Part } from '@carryover/contract/kinds';
import { type FieldForm, fieldFormOf } from '@carryover/contract/mapping/field-form';
import type { Fields } from './fields.ts';

/** The columns of accounts in CSV: a row is a ledger (decisions 14). */
export const ACCOUNT_COLUMNS = {
  required: ['external_account_number', 'status', 'ledger_number', 'ledger_code'],
  optional: ['main', 'open_from', 'open_to', 'has_finalized_billing_document'],
} as const;

const NAMES_OF_ACCOUNTS: ReadonlyArray<string> = [...ACCOUNT_COLUMNS.required, ...ACCOUNT_COLUMNS.optional];
const FORMS_OF_ACCOUNTS: Readonly<Record<string, FieldForm>> = {
  open_from: 'date',
  open_to: 'date',
  main: 'flag',
  has_finalized_billing_document: 'flag',
};

const formOfAccounts = (path: string): FieldForm | null =>
  NAMES_OF_ACCOUNTS.includes(path) ? (FORMS_OF_ACCOUNTS[path] ?? 'text') : null;

const fieldsOf = (kind: Kind | Part) => {
  if (isPart(kind)) return columnsOfPart(kind, CODECS);
  const columns = columnsOf(kind, CODECS);
  return kind === 'billing-documents' ? [...columns, ...documentColumns(CODECS)] : columns;
};

/** The fields of items, of their parts, and of accounts. */
export const MAPPED_FIELDS: Fields = {
  formOf: (kind, path) => (kind === 'accounts' ? formOfAccounts(path) : fieldFormOf(fieldsOf(kind), path)),
  namesOf: (kind) => (kind === 'accounts' ? NAMES_OF_ACCOUNTS : [...new Set(fieldsOf(kind).map(({ name }) => name))]),
};
