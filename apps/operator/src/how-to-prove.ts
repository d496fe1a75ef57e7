import type { Proven } from '@carryover/application/ports/operator-work';

/** Says which commands prove a migration that is not proven. */
export const howToProve = ({ code, missing }: Pick<Proven, 'missing'> & { readonly code: string }): string =>
  missing.includes('imports_running')
    ? 'To prove it: supplier complete again once that has ended.'
    : `To prove it: reconcile --supplier ${code} --registered, verify-storage --supplier ${code}, then supplier complete again.`;
