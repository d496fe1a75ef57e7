import { type ImportSupplier, SUPPLIER_STATUSES } from '@carryover/domain/import-supplier';
import * as t from 'io-ts';
import { oneOf } from '../schema/stored-value.ts';

/** What the import path reads of a supplier `s`. */
export const SUPPLIER_COLUMNS = `s.id as supplier_id, s.organisation_id, s.code, s.status as supplier_status,
  s.document_root, s.verify_documents, s.automated_emails, s.supply_charge_arithmetic, s.unknown_fields`;

export const supplierRow = t.type({
  supplier_id: t.string,
  organisation_id: t.string,
  code: t.string,
  supplier_status: oneOf(SUPPLIER_STATUSES),
  document_root: t.string,
  verify_documents: t.boolean,
  automated_emails: t.boolean,
  supply_charge_arithmetic: oneOf(['report', 'enforce']),
  unknown_fields: oneOf(['refuse', 'report']),
});
export type SupplierRow = t.TypeOf<typeof supplierRow>;

export const toSupplier = (row: SupplierRow): ImportSupplier => ({
  id: row.supplier_id,
  organisationId: row.organisation_id,
  code: row.code,
  status: row.supplier_status,
  configuration: {
    documentRoot: row.document_root,
    verifyDocuments: row.verify_documents,
    automatedEmails: row.automated_emails,
    supplyChargeArithmetic: row.supply_charge_arithmetic,
    unknownFields: row.unknown_fields,
  },
});
