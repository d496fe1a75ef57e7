import type { PaymentVendor } from '@carryover/application/ports/payment-vendor';
import type { UnitOfWork } from '@carryover/application/ports/unit-of-work';
import type { Tracing } from './tracing.ts';

type Part = Tracing['part'];

/** Traces units of work, including the wait for a connection and for the account. */
export const tracedUnitOfWork = ({ run }: UnitOfWork, part: Part): UnitOfWork => ({
  run: (on, work) => () =>
    part(on.commit ? 'unit of work' : 'dry run', { 'db.system.name': 'postgresql' }, run(on, work)),
});

/** Traces a vendor's verifications. */
export const tracedVendor = (vendor: PaymentVendor, part: Part): PaymentVendor => ({
  ...vendor,
  verify: (instruction) => () =>
    part('verify payment instruction', { 'peer.service': vendor.name }, vendor.verify(instruction)),
});
