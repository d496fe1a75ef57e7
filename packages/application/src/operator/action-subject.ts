import type { ActionSubject } from '../ports/operator/operator-actions.ts';

export const aboutOrganisation = (organisation: string): ActionSubject => ({
  organisation,
  supplierCode: null,
  externalAccountNumber: null,
  ledgerNumber: null,
});

export const aboutSupplier = (supplier: {
  readonly organisationName: string;
  readonly code: string;
}): ActionSubject => ({
  ...aboutOrganisation(supplier.organisationName),
  supplierCode: supplier.code,
});
