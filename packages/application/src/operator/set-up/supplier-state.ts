import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { SupplierChange } from '../../ports/operator/administration.ts';
import type { ActionState } from '../../ports/operator/operator-actions.ts';

/** The names of a supplier's settings in the output of commands. */
const NAMES = {
  status: 'status',
  documentRoot: 'document_root',
  verifyDocuments: 'verify_documents',
  automatedEmails: 'automated_emails',
  supplyChargeArithmetic: 'supply_charge_arithmetic',
  unknownFields: 'unknown_fields',
} as const satisfies Record<keyof SupplierChange, string>;

const FIELDS = Object.keys(NAMES) as ReadonlyArray<keyof SupplierChange>;

const stateOf = (
  fields: ReadonlyArray<keyof SupplierChange>,
  { status, configuration }: ImportSupplier,
): ActionState => {
  const values = { status, ...configuration };
  return Object.fromEntries(fields.map((field) => [NAMES[field], values[field]]));
};

/** A supplier's status and configuration. */
export const supplierState = (supplier: ImportSupplier): ActionState => stateOf(FIELDS, supplier);

/** Returns the parts of a supplier that a change names. */
export const partOf =
  (change: SupplierChange) =>
  (supplier: ImportSupplier): ActionState =>
    stateOf(
      FIELDS.filter((field) => change[field] !== undefined),
      supplier,
    );
