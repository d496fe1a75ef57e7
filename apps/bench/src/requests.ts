import type { Contender } from './contenders/contender.ts';
import type { Mix } from './items/kind.ts';
import { KINDS } from './items/kinds.ts';
import { copyRequest } from './load/copy-connection.ts';
import { type Scenario, variantsOf } from './scenarios.ts';

const httpRequest = (path: string, body: object, port: number, token: string | null): Buffer => {
  const content = Buffer.from(JSON.stringify(body));
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(token === null ? [] : [`Authorization: Token ${token}`]),
    'Content-Type: application/json',
    `Content-Length: ${content.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content]);
};

/** The requests of a scenario as this contender takes them, with a template's slots. */
export const requestsFor = (scenario: Scenario, { target, token }: Contender, mix: Mix): ReadonlyArray<Buffer> => {
  const kind = KINDS[scenario.kind];
  return Array.from({ length: variantsOf(scenario) }, (_, variant) => {
    const content = { items: scenario.items, variant, isMoved: scenario.way === 'moved', mix };
    return target.transport === 'copy'
      ? copyRequest(kind.rows(content))
      : httpRequest(kind.path, kind.body(content), target.port, token);
  });
};
