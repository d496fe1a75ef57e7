import { ROLES } from '@carryover/domain/access';
import { defineEntity, p } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { oneOf, orNull } from '../../stored-value.ts';
import { json, key, time } from '../columns.ts';

const grants = t.readonlyArray(t.readonly(t.type({ role: oneOf(ROLES), organisation: orNull(t.string) })));

/** Sessions of the console, by the SHA-256 of the id in the browser's cookie. */
export const ConsoleSession = defineEntity({
  name: 'ConsoleSession',
  tableName: 'console_session',
  properties: {
    idSha256: key().primary(),
    console: p.text().strictNullable(),
    subject: p.text(),
    issuer: p.text().strictNullable(),
    name: p.text(),
    grants: json(grants),
    createdAt: time(),
    authenticatedAt: time().strictNullable(),
    lastSeenAt: time(),
    expiresAt: time(),
  },
});

/** One-time sign-in links that were not used. */
export const ConsoleSignInLink = defineEntity({
  name: 'ConsoleSignInLink',
  tableName: 'console_sign_in_link',
  properties: { tokenSha256: key().primary(), expiresAt: time() },
});
