import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A delivery that arrived. */
export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly changes: any[] };

/** Answers a delivery, by its number from 1; a number is a status. */
type Answer = (response: ServerResponse, received: Received, number: number) => unknown;

/** A receiver of webhooks on loopback. */
export const aReceiver = async (answer: Answer = () => 204) => {
  const deliveries: Received[] = [];
  const receiver = {
    url: '',
    deliveries,
    answer,
    /** All changes that arrived, in their order. */
    changes: () => deliveries.flatMap(({ changes }) => changes),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const received = { headers: request.headers, body, changes: JSON.parse(body).changes };
    deliveries.push(received);
    const status = receiver.answer(response, received, deliveries.length);
    if (typeof status === 'number') response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return receiver;
};

/** Returns true if a secret signed the delivery. */
export const isSignedBy = (secret: string, { headers, body }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
