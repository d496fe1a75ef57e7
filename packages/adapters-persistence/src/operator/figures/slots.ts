import { SLOT_MS, type Slot } from '@carryover/application/ports/operator/figures/rollups';

export const dateOf = (slot: Slot): Date => new Date(slot * SLOT_MS);

export const slotOf = (time: Date): Slot => Math.floor(time.getTime() / SLOT_MS);

/** Returns the smallest UUID of version 7 of a slot or later. */
export const firstIdOf = (slot: Slot): string => {
  const digits = Math.max(0, slot * SLOT_MS)
    .toString(16)
    .padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
};

/** SQL for the slot of a UUID of version 7: its first 48 bits are milliseconds. */
export const slotOfId = (id: string): string =>
  `('x' || encode(substring(uuid_send(${id}) from 1 for 6), 'hex'))::bit(48)::bigint / ${SLOT_MS}`;
