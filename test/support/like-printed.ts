import { expect } from 'vitest';

/** Returns what a documented answer must equal: each `…` of it differs from run to run. */
export const likePrinted = (printed: unknown): unknown => {
  if (typeof printed === 'string' && printed.includes('…'))
    return expect.stringMatching(new RegExp(`^${printed.split('…').map(RegExp.escape).join('.+')}$`));
  if (Array.isArray(printed)) return printed.map(likePrinted);
  if (typeof printed === 'object' && printed !== null)
    return Object.fromEntries(Object.entries(printed).map(([name, value]) => [name, likePrinted(value)]));
  return printed;
};
