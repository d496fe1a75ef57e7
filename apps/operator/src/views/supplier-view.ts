import type { SupplierProgress } from '@carryover/adapters-persistence/queries/supplier-progress';
import type { CompletedSupplier } from '@carryover/application/admin/suppliers';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import { countsJson, ITEM_KINDS } from '@carryover/operations/item-kinds';
import { list, type Output } from '@carryover/terminal/output';

export const supplierJson = ({ organisationName, code, status, configuration }: NamedSupplier) => ({
  organisation: organisationName,
  code,
  status,
  document_root: configuration.documentRoot,
  verify_documents: configuration.verifyDocuments,
  automated_emails: configuration.automatedEmails,
  supply_charge_arithmetic: configuration.supplyChargeArithmetic,
  unknown_fields: configuration.unknownFields,
});

/** A supplier and its configuration. */
export const supplierOutput = (supplier: NamedSupplier): Output => {
  const { organisationName, code, status, configuration } = supplier;
  return {
    text: list([
      ['Supplier', code],
      ['Organisation', organisationName],
      ['Status', status],
      ['Document root', configuration.documentRoot],
      ['Verify documents', configuration.verifyDocuments],
      ['Automated e-mails', configuration.automatedEmails],
      ['Supply-charge arithmetic', configuration.supplyChargeArithmetic],
      ['Unknown fields', configuration.unknownFields],
    ]),
    json: supplierJson(supplier),
  };
};

/** A completed supplier, with the reconciliation that proves its migration. */
export const completedOutput = ({ supplier, proof }: CompletedSupplier): Output => {
  const proven =
    proof === null
      ? `\nNot proven: no reconciliation agreed since the last import. The audit keeps that.\nTo prove it: reconcile --supplier ${supplier.code} --expected FILE, then supplier complete again.\n`
      : `\nProven by the reconciliation ${proof.id} of ${proof.snapshotAt.toISOString()}.\n`;
  return {
    text: `${supplierOutput(supplier).text}${proven}`,
    json: { ...supplierJson(supplier), proven: proof !== null, reconciliation: proof?.id ?? null },
  };
};

export const progressJson = ({ accounts, accountsWithData, items, notesAddedByService }: SupplierProgress) => ({
  accounts: accounts && { staged: accounts.STAGED, imported: accounts.IMPORTED },
  accounts_with_data: accountsWithData,
  items: countsJson(items),
  notes_added_by_service: notesAddedByService,
});

const figure = (count: number | null): string => (count === null ? 'not counted' : count.toLocaleString('en'));

/** Formats `1,200 of 4,000 imported (30%)`; without a share if the total is unknown. */
const share = (part: number | null, whole: number | null): string =>
  part === null || whole === null || whole === 0
    ? figure(part)
    : `${figure(part)} of ${figure(whole)} imported (${Math.floor((part * 100) / whole)}%)`;

const NOT_COUNTED = '\n"not counted" took too long: --exact waits for it.\n';

export const progressText = ({ accounts, accountsWithData, items, notesAddedByService }: SupplierProgress): string => {
  const entries = [
    ['Accounts imported', figure(accounts?.IMPORTED ?? null)],
    ['Accounts staged', figure(accounts?.STAGED ?? null)],
    ['Accounts with data', share(accountsWithData, accounts?.IMPORTED ?? null)],
    ...ITEM_KINDS.map(([kind, , title]) => [`${title} stored`, figure(items[kind])] as const),
    ['Of the notes, added by the service', figure(notesAddedByService)],
  ] as const;
  const isPartial = entries.some(([, value]) => value.startsWith('not counted'));
  return `\n${list(entries)}${isPartial ? NOT_COUNTED : ''}`;
};
