import { SLOT_MS, type Slot } from '@carryover/application/ports/operator/figures/rollups';

export const dateOf = (slot: Slot): Date => new Date(slot * SLOT_MS);

export const slotOf = (time: Date): Slot => Math.floor(time.getTime() / SLOT_MS);

/** SQL for the time of a UUID of version 7: its first 48 bits are milliseconds. */
export const msOfId = (id: string): string =>
  `('x' || encode(substring(uuid_send(${id}) from 1 for 6), 'hex'))::bit(48)::bigint`;

/** SQL for its slot. */
export const slotOfId = (id: string): string => `${msOfId(id)} / ${SLOT_MS}`;
