import type { ChangeType, Failing, SuspensionCause, WebhookState } from '@carryover/domain/webhook';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Stored } from './store-failure.ts';

/** The changes that an endpoint gets; null: of all. */
type WebhookFilter = {
  readonly organisationId: string | null;
  readonly supplierCode: string | null;
  readonly types: ReadonlyArray<ChangeType> | null;
};

/** An endpoint to which changes are posted (decisions 18), as an operator sets it up. */
export type Webhook = WebhookFilter & {
  readonly id: string;
  readonly label: string;
  readonly url: string;
  readonly state: WebhookState;
  readonly suspendedBecause: SuspensionCause | null;
};

/** The signing secrets of an endpoint, encrypted. The previous one signs too until its end. */
export type SealedSecrets = {
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | null;
  readonly previousSecretUntil: Date | null;
};

/** The place in the feed at which an endpoint begins. */
export type WebhookPlace = { readonly cursor: string | null; readonly changesSince: Date | null };

/** What an operator changes of an endpoint. A sender reads the endpoint again after each change. */
export type WebhookChange = Partial<SealedSecrets & WebhookPlace & Failing> & {
  readonly state?: WebhookState;
  readonly suspendedBecause?: SuspensionCause | null;
  readonly suspendedAt?: Date | null;
  readonly nextTryAt?: Date | null;
  readonly testId?: string;
};

/** The endpoints, within an operator's transaction. */
export type WebhookChanges = {
  /** The number of all endpoints. */
  readonly count: Stored<number>;
  readonly add: (webhook: Webhook & SealedSecrets & WebhookPlace) => Stored<void>;
  /** Locks an endpoint until the commit; null: there is none. */
  readonly lock: (
    id: string,
  ) => Stored<(Webhook & SealedSecrets & WebhookPlace & { readonly organisation: string | null }) | null>;
  readonly change: (id: string, change: WebhookChange) => Stored<void>;
  /** Removes an endpoint and its deliveries. */
  readonly remove: (id: string) => Stored<void>;
};

/** Returns the place from which changes are new; or that of the changes of this time and later. */
export type FindWebhookPlace = (from: 'now' | Date) => Stored<WebhookPlace>;

/** Signing secrets (`whsec_…`), which are stored encrypted with a key of the root secret. */
export type WebhookSecrets = {
  readonly make: () => string;
  /** @param owner the id of the endpoint: sealed for one, a secret opens for no other. */
  readonly seal: (secret: string, owner: string) => Uint8Array;
  /** null: it was sealed with another root secret. `isRenewable`: with the previous one. */
  readonly open: (
    sealed: Uint8Array,
    owner: string,
  ) => { readonly secret: string; readonly isRenewable: boolean } | null;
};

/** The address is none to which changes may be sent. */
type WebhookUrlRefused = { readonly kind: 'webhook_url_refused'; readonly detail: string };
/** Returns the address in its one form. */
export type CheckWebhookUrl = (url: string) => Either<WebhookUrlRefused, string>;

/** An endpoint of which this process alone sends, until its lease ends. */
export type ClaimedWebhook = Webhook &
  SealedSecrets &
  WebhookPlace &
  Failing & { readonly version: number; readonly testId: string | null };

/** The state of an endpoint, as a sender sees it each second. */
export type WebhookStatus = {
  readonly id: string;
  /** It was changed by an operator if this differs. */
  readonly version: number;
  readonly failingSince: Date | null;
  readonly suspendedBecause: SuspensionCause | null;
  /** This process sends. `isEnding`: its lease is to be renewed. */
  readonly isOwn: boolean;
  readonly isEnding: boolean;
  /** Nobody sends, and there may be something to send. */
  readonly isFree: boolean;
};

/** A delivery that was tried. */
export type WebhookDelivery = {
  readonly messageId: string;
  readonly sentAt: Date;
  readonly durationMs: number;
  readonly changes: number;
  readonly bytes: number;
  /** null: there was no answer. */
  readonly status: number | null;
  /** null: it was delivered. */
  readonly error: string | null;
};

/** What a sender stores of an endpoint; parts that are left out are not changed. */
export type Settlement = Partial<Failing> & {
  readonly cursor?: string;
  readonly suspendedBecause?: SuspensionCause;
  readonly nextTryAt?: Date | null;
  /** The test was sent. */
  readonly isTestDone?: true;
  readonly delivery?: WebhookDelivery;
  /** This process sends no more. */
  readonly isReleased?: true;
};

/** The endpoints, as the processes share them that send. */
export type WebhookLeases = {
  readonly list: (holder: string) => Stored<ReadonlyArray<WebhookStatus>>;
  /** Takes leases, and renews own ones. Returns those that this process holds now. */
  readonly claim: (holder: string, ids: ReadonlyArray<string>) => Stored<ReadonlyArray<ClaimedWebhook>>;
  /** @returns false if an operator has set the endpoint back or another process sends: nothing was stored. */
  readonly settle: (
    holder: string,
    webhook: Pick<ClaimedWebhook, 'id' | 'cursor'>,
    settlement: Settlement,
  ) => Stored<boolean>;
  /** The secrets of all endpoints. */
  readonly secrets: Stored<ReadonlyArray<{ readonly id: string } & SealedSecrets>>;
  /** Replaces sealed secrets, if they have not been changed in the meantime. */
  readonly reseal: (
    id: string,
    old: SealedSecrets,
    sealed: Pick<SealedSecrets, 'secret' | 'previousSecret'>,
  ) => Stored<void>;
};

/** Posts a signed message. Never rejects. */
export type PostWebhook = (message: {
  readonly url: string;
  readonly messageId: string;
  readonly body: string;
  readonly secrets: ReadonlyArray<string>;
  readonly signal: AbortSignal;
}) => Promise<Pick<WebhookDelivery, 'status' | 'error' | 'durationMs' | 'sentAt'>>;
