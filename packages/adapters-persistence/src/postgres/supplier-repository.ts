import type { SupplierRepository } from '@carryover/application/ports/supplier-repository';
import type { ImportSupplier, SupplierConfiguration, SupplierStatus } from '@carryover/domain/import-supplier';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';
import { stored } from './store-failure.ts';

export const SUPPLIER_COLUMNS = `s.id as supplier_id, s.organisation_id, s.code, s.status as supplier_status,
  s.document_root, s.verify_documents, s.automated_emails, s.supply_charge_arithmetic, s.unknown_fields`;

export type SupplierRow = {
  readonly supplier_id: string;
  readonly organisation_id: string;
  readonly code: string;
  readonly supplier_status: SupplierStatus;
  readonly document_root: string;
  readonly verify_documents: boolean;
  readonly automated_emails: boolean;
  readonly supply_charge_arithmetic: SupplierConfiguration['supplyChargeArithmetic'];
  readonly unknown_fields: SupplierConfiguration['unknownFields'];
};

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

export const makePostgresSupplierRepository = (em: EntityManager): SupplierRepository => ({
  find: (organisationId, code) =>
    stored(async () => {
      const sql = `select ${SUPPLIER_COLUMNS} from import_supplier s where s.organisation_id = $1 and s.code = $2`;
      const [row] = await query<SupplierRow>(em, sql, [organisationId, code]);
      return row === undefined ? null : toSupplier(row);
    }),
});
