import { setTimeout as delay } from 'node:timers/promises';
import { obtainToken } from '../../support/requests.ts';
import { bodyOf, type Entry } from './book.ts';

export type Client = {
  /** Sends one entry. @returns the status, 0 if there was no answer. */
  readonly send: (entry: Entry) => Promise<{ readonly status: number; readonly json: any }>;
  readonly post: (path: string, body: object) => Promise<any>;
};

export const aClient = async (baseUrl: string, apiKey: string): Promise<Client> => {
  const { token } = (await obtainToken(baseUrl, apiKey)).json.data.obtainToken;
  const request = (path: string, body: object): Promise<Response> =>
    fetch(`${baseUrl}/v1/data-import/${path}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
      body: JSON.stringify(body),
    });
  return {
    send: async (entry) => {
      entry.sentAt ??= Date.now();
      try {
        const response = await request(`${entry.kind}/create`, bodyOf(entry));
        const text = await response.text();
        if (response.status === 201) {
          entry.accepted ??= { importId: response.headers.get('x-request-id')!, at: Date.now() };
        }
        return { status: response.status, json: text === '' ? null : JSON.parse(text) };
      } catch {
        return { status: 0, json: null };
      }
    },
    post: async (path, body) => (await request(path, body)).json(),
  };
};

const CONNECTIONS = 8;

/** Sends entries in their order over several connections, until all are sent or `isOver`. @returns how often each status came. */
export const sendAll = async (
  client: Client,
  entries: ReadonlyArray<Entry>,
  isOver: () => boolean = () => false,
): Promise<Readonly<Record<number, number>>> => {
  const statuses: Record<number, number> = {};
  const queue = entries.values();
  const connection = async () => {
    for (const entry of queue) {
      if (isOver()) return;
      const { status } = await client.send(entry);
      statuses[status] = (statuses[status] ?? 0) + 1;
      // A client without a response does not ask a thousand times per second.
      if (status === 0 || status >= 500) await delay(20);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return statuses;
};
