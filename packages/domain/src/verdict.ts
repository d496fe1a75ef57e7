/**
 * What a comparison with control totals proves (decisions 16). `incomplete`: control totals could not be read, so that it
 * proves nothing, whatever the others say.
 */
export type Verdict = 'agree' | 'differ' | 'incomplete';

/** @param unread control totals that could not be read. @param differing totals that do not agree. */
export const verdictOf = ({ unread, differing }: { readonly unread: number; readonly differing: number }): Verdict => {
  if (unread > 0) return 'incomplete';
  return differing > 0 ? 'differ' : 'agree';
};
