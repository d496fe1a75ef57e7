export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns the first possible id of a time: the ids are UUIDs of version 7, which begin with their time. */
export const firstIdOf = (time: number): string => {
  const digits = Math.max(0, time).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
};

/** Returns the time of a record's id. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** The difference at most of the clock that made a record's id from its time of receipt: the clock may be set meanwhile. */
export const CLOCK_MS = 600_000;
