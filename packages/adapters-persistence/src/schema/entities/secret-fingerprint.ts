import { defineEntity, p } from '@mikro-orm/postgresql';
import { time } from './columns.ts';

/** Fingerprints of the root secrets that were used on this database, the one of the highest generation last (ADR 10). */
export const SecretFingerprint = defineEntity({
  name: 'SecretFingerprint',
  tableName: 'secret_fingerprint',
  properties: {
    /** Counts from 1; as the key, it lets one of several processes that start together add the next. */
    generation: p.integer().primary().autoincrement(false),
    fingerprint: p.text(),
    notedAt: time().defaultRaw('now()'),
  },
});
