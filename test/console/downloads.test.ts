import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { respond } from '@carryover/console/web/respond';
import express from 'express';
import { afterAll, describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);

async function* failingAfter(rows: number): AsyncGenerator<ReadonlyArray<string>> {
  for (let row = 0; row < rows; row += 1) yield [`row ${row}`];
  throw new Error('the database does not answer');
}

const app = express();
app.get('/:rows', async (request, response) => {
  const rows = failingAfter(Number(request.params.rows));
  const none = () => {
    throw new Error('not needed');
  };
  const reading = { surroundings: none, isSignedIn: none, keepFlash: none, takeFlash: none, keptForm: null };
  await respond(request, response, { kind: 'download', fileName: 'list.csv', rows }, reading);
});
app.use(((_error, request, response, _next) => {
  if (response.headersSent) request.socket.resetAndDestroy();
  else response.status(500).end();
}) as express.ErrorRequestHandler);
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => {
  server.close();
});
const { port } = server.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;

describe('a list that fails', () => {
  it.each([0, 1])('before its row %i is an error, not a list', async (rows) => {
    expect((await fetch(`${origin}/${rows}`)).status).toBe(500);
  });

  it('later is a download that fails, not a short list', async () => {
    const response = await fetch(`${origin}/5000`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('later resets the connection of a reader that takes its end for the end of the list', async () => {
    const ended = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /5000 HTTP/1.0\r\n\r\n'));
      socket.resume();
      socket.on('error', ({ message }) => resolve(message));
      socket.on('end', () => resolve('the end'));
    });
    expect(ended).toContain('ECONNRESET');
  });
});

it.each(['/refusals.csv', '/refusals.ndjson', '/imports.csv'])('%s is checked before it is a 200', async (path) => {
  const operator = await console.as('operator');
  expect((await operator.get(path)).status).toBe(200);
  await service.sql('alter table refused_import rename to elsewhere');
  const { status, text } = await operator.get(path);
  await service.sql('alter table elsewhere rename to refused_import');
  expect([status, text.includes('The database does not answer')]).toEqual([500, true]);
});
