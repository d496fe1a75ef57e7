import { InitialSchema } from './0001-initial-schema.ts';

/** In order, forward only. */
export const migrations = [{ name: '0001-initial-schema', class: InitialSchema }];
