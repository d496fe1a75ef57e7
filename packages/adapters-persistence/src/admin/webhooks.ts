import type { WebhookChanges } from '@carryover/application/ports/webhooks';
import { type EntityManager, LockMode, raw } from '@mikro-orm/postgresql';
import { OrganisationEntity, WebhookEntity } from '../schema/entities.ts';
import { query } from '../sql/query.ts';
import { changed, stored } from '../sql/store-failure.ts';

const bytes = (sealed: Uint8Array): Buffer => Buffer.from(sealed);
const bytesOrNull = (sealed: Uint8Array | null): Buffer | null => (sealed === null ? null : bytes(sealed));

/** Endpoints as an operator sets them up (decisions 18). @param em of a transaction, which holds the locks. */
export const webhookChangesIn = (em: EntityManager): WebhookChanges => ({
  count: stored(() => em.count(WebhookEntity)),
  add: ({ organisationId: organisation, types, secret, previousSecret, ...webhook }) =>
    changed(() =>
      em.insert(WebhookEntity, {
        ...{ ...webhook, organisation, types: types === null ? null : [...types], createdAt: raw('now()') },
        ...{ secret: bytes(secret), previousSecret: bytesOrNull(previousSecret) },
        ...{ failures: 0, deliveries: 0, version: 0 },
      }),
    ),
  lock: (id) =>
    stored(async () => {
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
      const found = await em.findOne(WebhookEntity, { id }, options);
      if (found === null) return null;
      const organisation = found.organisation && (await em.findOneOrFail(OrganisationEntity, found.organisation.id));
      return { ...found, organisationId: organisation?.id ?? null, organisation: organisation?.name ?? null };
    }),
  change: (id, { secret, previousSecret, ...change }) =>
    changed(() =>
      em.nativeUpdate(
        WebhookEntity,
        { id },
        {
          ...change,
          ...(secret === undefined ? {} : { secret: bytes(secret) }),
          ...(previousSecret === undefined ? {} : { previousSecret: bytesOrNull(previousSecret) }),
          version: raw<number>('version + 1'),
        },
      ),
    ),
  remove: (id) =>
    changed(async () => {
      await query(em, 'delete from webhook_delivery where webhook_id = $1', [id]);
      await em.nativeDelete(WebhookEntity, { id });
    }),
});
