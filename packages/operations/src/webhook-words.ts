import type { ListedWebhook } from '@carryover/adapters-persistence/queries/webhooks';
import type { SuspensionCause } from '@carryover/domain/webhook';

const CAUSES: Readonly<Record<SuspensionCause, string>> = {
  operator: 'by an operator',
  gone: 'the receiver answered 410',
  failing: 'nothing was delivered for three days',
  unknown_place: 'the database lacks the change that was delivered last: it was restored from a backup',
};

/** Returns the state of an endpoint in words of `webhook list`: active, failing or suspended, and why. */
export const webhookStateOf = ({
  state,
  suspendedBecause,
  failures,
}: Pick<ListedWebhook, 'state' | 'suspendedBecause' | 'failures'>): {
  readonly state: 'active' | 'failing' | 'suspended';
  readonly why: string | null;
} => {
  if (state === 'suspended') return { state, why: suspendedBecause && CAUSES[suspendedBecause] };
  return { state: failures > 0 ? 'failing' : 'active', why: null };
};

/** Returns what an endpoint gets, in words. */
export const webhookFilterOf = ({
  organisation,
  supplierCode,
  types,
}: Pick<ListedWebhook, 'organisation' | 'supplierCode'> & { readonly types: ReadonlyArray<string> | null }): string => {
  const of = [...(supplierCode === null ? [] : [supplierCode]), ...(organisation === null ? [] : [organisation])];
  return `${types === null ? 'all changes' : types.join(', ')}${of.length === 0 ? '' : ` of ${of.join(', ')}`}`;
};
