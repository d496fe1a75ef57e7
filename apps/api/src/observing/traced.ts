import type { PaymentVendor } from '@carryover/application/ports/payment-vendor';
import type { UnitOfWork } from '@carryover/application/ports/unit-of-work';
import type { Tracing } from './tracing.ts';

type Part = Tracing['part'];

const tracedUnitOfWork = ({ run }: UnitOfWork, name: string, part: Part): UnitOfWork => ({
  run: (on, work) => () => part(name, { 'db.system.name': 'postgresql' }, run(on, work)),
});

/** Traces units of work, including the wait for a connection and for the account. */
export const tracedUnitsOfWork = (
  { unitOfWork, dryRun }: { readonly unitOfWork: UnitOfWork; readonly dryRun: UnitOfWork },
  part: Part,
) => ({
  unitOfWork: tracedUnitOfWork(unitOfWork, 'unit of work', part),
  dryRun: tracedUnitOfWork(dryRun, 'dry run', part),
});

/** Traces a vendor's verifications. */
export const tracedVendor = (vendor: PaymentVendor, part: Part): PaymentVendor => ({
  ...vendor,
  verify: (instruction) => () =>
    part('verify payment instruction', { 'peer.service': vendor.name }, vendor.verify(instruction)),
});
