import { describe, expect, it } from 'vitest';
import { KINDS } from '../operations/five-kinds.ts';
import { theService } from '../support/a-service.ts';
import { send } from '../support/requests.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const paths = ((await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as any).paths;

describe('the examples of the OpenAPI document, against a fresh demo', () => {
  it.each(KINDS)('%s: each is tried without a fault, then created', async (kind) => {
    const [validate, create] = [`/v1/data-import/${kind}/validate/`, `/v1/data-import/${kind}/create/`];
    const examples: ReadonlyArray<{ readonly value: unknown }> = Object.values(
      paths[create].post.requestBody.content['application/json'].examples,
    );
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const { value } of examples) {
      expect((await service.post(validate, value)).json).toMatchObject({ valid: true, errors: [] });
      const { status, text } = await service.post(create, value);
      expect([status, text.includes('ALREADY')]).toEqual([201, false]);
    }
  });

  it('reading back: each is answered', async () => {
    for (const [name, expected] of [
      ['accounts/summary', 200],
      ['control-totals/compare', 200],
      ['control-totals/register', 201],
    ]) {
      const path = `/v1/data-import/${name}/`;
      for (const { value } of Object.values<any>(paths[path].post.requestBody.content['application/json'].examples))
        expect((await service.post(path, value)).status).toBe(expected);
    }
  });

  it('obtaining a token: with a key put in', async () => {
    const { value } = paths['/v1/graphql/'].post.requestBody.content['application/json'].examples.obtainToken;
    const { json } = await send(`${service.baseUrl}/v1/graphql/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(value).replace('<API_KEY>', service.demo.api_key),
    });
    expect(json.data.obtainToken.token).toEqual(expect.any(String));
  });
});
