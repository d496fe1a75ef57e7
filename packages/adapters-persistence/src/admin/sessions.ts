import type { Sessions } from '@carryover/application/ports/access';
import type { EntityManager } from '@mikro-orm/postgresql';
import { changed, stored } from '../driver/store-failure.ts';
import { forReading } from '../orm.ts';
import { ConsoleSession, ConsoleSignInLink } from '../schema/entities.ts';

export const makePostgresSessions = (em: EntityManager): Sessions => ({
  add: (session) => changed(() => em.fork().insert(ConsoleSession, { ...session, grants: [...session.grants] })),
  find: (idSha256) => stored(() => forReading(em).findOne(ConsoleSession, { idSha256 })),
  touch: (idSha256, lastSeenAt) => changed(() => em.fork().nativeUpdate(ConsoleSession, { idSha256 }, { lastSeenAt })),
  end: (idSha256) => changed(() => em.fork().nativeDelete(ConsoleSession, { idSha256 })),
  list: (at) =>
    stored(() => forReading(em).find(ConsoleSession, { expiresAt: { $gt: at } }, { orderBy: { lastSeenAt: 'desc' } })),
  clear: (before) =>
    stored(async () => {
      const isExpired = { expiresAt: { $lt: before } };
      await em.fork().nativeDelete(ConsoleSession, isExpired);
      await em.fork().nativeDelete(ConsoleSignInLink, isExpired);
    }),
  addLink: (tokenSha256, expiresAt) => changed(() => em.fork().insert(ConsoleSignInLink, { tokenSha256, expiresAt })),
  useLink: (tokenSha256, at) =>
    stored(async () => {
      const live = { tokenSha256, expiresAt: { $gt: at } };
      return (await em.fork().nativeDelete(ConsoleSignInLink, live)) === 1;
    }),
});
