import type { Join } from '@carryover/contract/mapping/mapping';

/** The columns of another file that are taken, each with its name in the mapping. */
export const takenColumns = ({ columns }: Join): ReadonlyMap<string, string> =>
  columns instanceof Map ? columns : new Map((columns as ReadonlyArray<string>).map((name) => [name, name]));
