import type { RequestListener, Server } from 'node:http';
import { makeHttpServer } from '@carryover/adapters-http/http-server';
import { listenOnPort } from '@carryover/settings/listen-on-port';
import type { Config } from './config/config.ts';

const REQUEST_MS = 60_000;
const SILENT_MS = 90_000;

type Listening = { readonly server: Server; readonly baseUrl: string };

/** Listens as `listenOnPort` does. */
export const listen = async (
  listener: RequestListener,
  config: Pick<Config, 'host' | 'port' | 'isPortFixed' | 'maxSockets'>,
): Promise<Listening> => {
  const limits = { maxSockets: config.maxSockets, requestMs: REQUEST_MS, silentMs: SILENT_MS };
  const server = makeHttpServer(listener, limits);
  const { baseUrl } = await listenOnPort(server, config, { program: 'The service', host: 'HOST', port: 'PORT' });
  return { server, baseUrl };
};
