import * as t from 'io-ts';

/** Messages of the console's process to the service that started it. */
const fromConsole = t.union([
  /** It has its address; requests wait. */
  t.type({ kind: t.literal('listening'), signInUrl: t.string, port: t.number }),
  t.type({ kind: t.literal('failed'), detail: t.string }),
]);
export type FromConsole = t.TypeOf<typeof fromConsole>;
export const isFromConsole = fromConsole.is;

/** A message of the service: its database is ready to be used. */
const toConsole = t.type({ kind: t.literal('open'), offersLink: t.boolean });
export type ToConsole = t.TypeOf<typeof toConsole>;
export const isToConsole = toConsole.is;
