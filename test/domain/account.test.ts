import {
  acceptsImports,
  DEFAULT_CONFIGURATION,
  type ImportSupplier,
  SUPPLIER_STATUSES,
} from '@carryover/domain/account';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const aSupplier = (status: ImportSupplier['status']): ImportSupplier => ({
  id: 'supplier',
  organisationId: 'organisation',
  code: 'SUPPLIER',
  status,
  configuration: DEFAULT_CONFIGURATION,
});

describe('the status of an import supplier (§3)', () => {
  it('is one of three', () => {
    expect(SUPPLIER_STATUSES).toEqual(['Ongoing', 'Paused', 'Complete']);
  });

  it('lets an Ongoing supplier take data', () => {
    expect(acceptsImports(aSupplier('Ongoing'))).toEqual(E.right(aSupplier('Ongoing')));
  });

  it.each(['Paused', 'Complete'] as const)('refuses data for a %s one', (status) => {
    expect(acceptsImports(aSupplier(status))).toEqual(
      E.left({ kind: 'import_supplier_migration_not_ongoing', code: 'SUPPLIER', status }),
    );
  });
});

describe('the configuration of an import supplier (decisions 2)', () => {
  it('verifies nothing, reports arithmetic and refuses unknown fields, unless set otherwise', () => {
    expect(DEFAULT_CONFIGURATION).toMatchObject({
      verifyDocuments: false,
      supplyChargeArithmetic: 'report',
      unknownFields: 'refuse',
    });
  });
});
