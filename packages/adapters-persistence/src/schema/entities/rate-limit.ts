import { defineEntity, p } from '@mikro-orm/postgresql';
import { key } from './columns.ts';

/** Events counted for all processes together: requests of an organisation, failed attempts of an address (ADR 29). */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  properties: {
    key: key().primary(),
    points: p.integer(),
    /** The end of the window, in milliseconds since 1970. */
    expire: p.bigint('string').strictNullable(),
  },
});
