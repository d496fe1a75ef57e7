import { randomUUID } from 'node:crypto';
import type { Administration } from '@carryover/application/ports/operator/administration';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';
import { stored } from './store-failure.ts';
import { SUPPLIER_COLUMNS, type SupplierRow, toSupplier } from './supplier-repository.ts';

const ADD_SUPPLIER = `
  insert into import_supplier (id, organisation_id, code, status, document_root, verify_documents, automated_emails,
                               supply_charge_arithmetic, unknown_fields, created_at)
  values ($1, $2, $3, 'Ongoing', $4, $5, $6, $7, $8, now())
  on conflict (organisation_id, code) do nothing
  returning id`;

const FIND_SUPPLIERS = `
  select ${SUPPLIER_COLUMNS}, o.name as organisation_name
  from import_supplier s join organisation o on o.id = s.organisation_id
  where ($1::text is null or s.code = $1) and ($2::text is null or o.name = $2)
  order by o.name, s.code`;

/** Import suppliers and their configuration. */
export const makeSupplierAdministration = (
  em: EntityManager,
): Pick<Administration, 'createSupplier' | 'findSuppliers'> => ({
  createSupplier: (organisation, code, configuration) =>
    stored(async () => {
      const { documentRoot, verifyDocuments, automatedEmails, supplyChargeArithmetic, unknownFields } = configuration;
      const settings = [documentRoot, verifyDocuments, automatedEmails, supplyChargeArithmetic, unknownFields];
      const [row] = await query<{ id: string }>(em, ADD_SUPPLIER, [randomUUID(), organisation.id, code, ...settings]);
      return row === undefined
        ? null
        : { id: row.id, organisationId: organisation.id, code, status: 'Ongoing', configuration };
    }),
  findSuppliers: ({ code = null, organisationName = null }) =>
    stored(async () => {
      type Named = SupplierRow & { readonly organisation_name: string };
      const rows = await query<Named>(em, FIND_SUPPLIERS, [code, organisationName]);
      return rows.map((row) => ({ ...toSupplier(row), organisationName: row.organisation_name }));
    }),
});
