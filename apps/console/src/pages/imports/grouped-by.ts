import { address } from '../../view/address.ts';

const GROUPS = [
  ['By request', '/imports'],
  ['By load', '/imports/loads'],
  ['By account', '/imports/accounts'],
] as const;

/** The links between the lists of imports, which keep the filters. */
export const groupedBy = (current: string, filters: Readonly<Record<string, string | null>>) =>
  GROUPS.map(([title, path]) => ({ title, path: address(path, filters), isCurrent: path === current }));
