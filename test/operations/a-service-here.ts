import { readConfig } from '@carryover/api/config/config';
import { startService } from '@carryover/api/service';
import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import { obtainToken, type Reply, send } from '../support/a-service.ts';

export type ServiceHere = {
  readonly baseUrl: string;
  /** Obtains a token for an API key. */
  readonly token: (apiKey: string) => Promise<string>;
  readonly post: (token: string, path: string, body: object) => Promise<Reply>;
  readonly stop: () => Promise<void>;
};

/** Starts the service in this process. @returns Rejects, with its message for the operator, where it refuses. */
export const aServiceHere = async (environment: Readonly<Record<string, string>>): Promise<ServiceHere> => {
  const config = readConfig({ SHUTDOWN_DELAY_MS: '0', ...environment });
  if (E.isLeft(config)) throw new Error(config.left.join('\n'));
  const { baseUrl, stop } = await startService(config.right, pino({ level: 'silent' }));
  return {
    baseUrl,
    stop,
    token: async (apiKey) => (await obtainToken(baseUrl, apiKey)).json.data.obtainToken.token,
    post: (token, path, body) =>
      send(`${baseUrl}/v1/data-import/${path}/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
        body: JSON.stringify(body),
      }),
  };
};
