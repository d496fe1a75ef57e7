import { readdir, readFile } from 'node:fs/promises';
import { ERROR_CODES } from '@carryover/contract/error-codes';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import { makeOpenApi } from '@carryover/contract/openapi/document';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { aProduction } from '../operations/a-production.ts';
import { aDatabase } from '../support/a-database.ts';
import { theService } from '../support/a-service.ts';
import { aServiceHere } from '../support/a-service-here.ts';
import { payment } from '../support/bodies.ts';

const PAGES = [
  '/docs',
  '/docs/reference',
  '/docs/errors',
  '/docs/loader',
  '/docs/your-export',
  '/docs/client',
  '/docs/vendor-sandbox',
  '/docs/search?q=amount',
  '/docs/search?q=qqqqqqqq',
] as const;
/** Another origin, but for the namespace of pictures, and a name that is reserved for examples. */
const ELSEWHERE = /(?:https?:|["'(=])\/\/(?!www\.w3\.org\/2000\/svg|carryover\.example)[\w[]/;

/** Pages that say how to begin. */
const WRITTEN = [
  '/docs',
  '/docs/reference',
  '/docs/loader',
  '/docs/your-export',
  '/docs/client',
  '/docs/vendor-sandbox',
] as const;

type Got = { readonly status: number; readonly headers: Headers; readonly text: string };

const get = async (path: string, init: RequestInit = {}): Promise<Got> => {
  const response = await fetch(`${service.baseUrl}${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const getJson = async (path: string, init: RequestInit = {}) => JSON.parse((await get(path, init)).text);
const valuesOf = (attribute: string, html: string): ReadonlyArray<string> =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map((match) => match[1]!);
const assetsOf = (html: string): ReadonlyArray<string> =>
  [...valuesOf('src', html), ...valuesOf('href', html)].filter((path) => path.startsWith('/docs/assets/'));

const service = await theService({ VENDOR_SANDBOX: 'on', MAX_ITEMS: '1234' });
const pages = Object.fromEntries(await Promise.all(PAGES.map(async (path) => [path, await get(path)])));

describe('the documentation', () => {
  it.each(PAGES)('%s is a page that loads nothing from elsewhere and runs nothing of its own text', async (path) => {
    const { status, headers, text } = pages[path]!;
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': expect.any(String),
    });
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)|<[^>]+ (?:style|on[a-z]+)=/);
    expect(text).not.toMatch(ELSEWHERE);
    expect((await get(path.replace(/(?=\?|$)/, '/'))).text).toBe(text);
  });

  it('is where a browser is led that asks for the root, or for a page that is not there', async () => {
    const Accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
    for (const [path, expected] of [
      ['/', 200],
      ['/?x=1', 200],
      ['/none', 404],
      ['/docs/none', 404],
      ['/v1/data-import/none/', 404],
      ['/%E0%A4%A', 404],
    ] as const) {
      const { status, headers, text } = await get(path, { headers: { Accept } });
      expect([path, status, headers.get('content-type')]).toEqual([path, expected, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
      expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
      expect(valuesOf('href', text)).toContain('/docs');
      expect(text).not.toContain('none<');
      const head = await get(path, { method: 'HEAD', headers: { Accept } });
      expect([head.status, head.text]).toEqual([expected, '']);
    }
  });

  it('leaves programs the error that they had, also at the root', async () => {
    const programs: ReadonlyArray<RequestInit> = [
      {},
      { headers: { Accept: '*/*' } },
      { headers: { Accept: 'application/json' } },
      { headers: { Accept: 'application/json, text/html;q=0.9' } },
      { method: 'POST', headers: { Accept: 'text/html' } },
    ];
    for (const path of ['/', '/none'])
      for (const init of programs) {
        const { status, headers, text } = await get(path, init);
        expect([path, init, status]).toEqual([path, init, 404]);
        expect([headers.get('content-type'), JSON.parse(text).code]).toEqual(['application/json', 'not_found']);
      }
    const wrong = await get('/v1/data-import/notes/create/', { headers: { Accept: 'text/html' } });
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([405, 'application/json']);
  });

  it('names no other origin in the files of its own', async () => {
    const folder = 'packages/adapters-http/docs';
    for (const name of await readdir(folder)) {
      const text = await readFile(`${folder}/${name}`, 'utf8');
      expect([name, ELSEWHERE.exec(text)?.[0]]).toEqual([name, undefined]);
    }
    expect(await readFile(`${folder}/reference.js`, 'utf8')).toContain('validatorUrl: null');
  });

  it('gives what its pages load, for ever, since the address changes with it', async () => {
    const paths = [...new Set(PAGES.flatMap((path) => assetsOf(pages[path]!.text)))];
    expect(paths.some((path) => path.endsWith('/swagger-ui-bundle.js'))).toBe(true);
    for (const path of paths) {
      const { status, headers } = await get(path, { headers: { 'Accept-Encoding': 'gzip' } });
      expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, 'gzip']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-type')).toMatch(/^(?:text\/css|text\/javascript|image\/svg\+xml)/);
    }
  });

  it('gives a file at the address of another version too, but not for ever', async () => {
    const [path = ''] = assetsOf(pages['/docs']!.text);
    const other = await get(path.replace(/assets\/[0-9a-f]+/, 'assets/0123'));
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  it('compresses for those alone who take it', async () => {
    const plain = await get('/openapi.json', { headers: { 'Accept-Encoding': 'identity' } });
    const gzip = await get('/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } });
    expect([plain.headers.get('content-encoding'), gzip.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    expect(gzip.text).toBe(plain.text);
  });

  it('has an entry for every error code', () => {
    expect(valuesOf('id', pages['/docs/errors']!.text)).toEqual(expect.arrayContaining(Object.keys(ERROR_CODES)));
  });

  it('leads nowhere in vain', async () => {
    const { paths } = await getJson('/openapi.json');
    const operations = Object.values<any>(paths)
      .flatMap((path) => Object.values<any>(path))
      .map(({ tags, operationId }) => `/${encodeURIComponent(tags[0])}/${operationId}`);
    const idsOf = (path: string) => valuesOf('id', pages[path]!.text);
    for (const path of PAGES) {
      expect(new Set(idsOf(path)).size).toBe(idsOf(path).length);
      for (const link of valuesOf('href', pages[path]!.text)) {
        const [address, anchor] = link.startsWith('#') ? [path, link.slice(1)] : link.split('#');
        if (anchor === undefined) expect([link, (await get(address!)).status]).toEqual([link, 200]);
        else expect(anchor.startsWith('/') ? operations : idsOf(address!)).toContain(anchor);
      }
    }
  });

  it('shows a guide that speaks of the demo only where there is one', async () => {
    const production = await aProduction();
    const serviceOfProduction = await aServiceHere({ ...production.environment, DATABASE_URL: await aDatabase() });
    const [demo, other] = await Promise.all(
      [service.baseUrl, serviceOfProduction.baseUrl].map(async (baseUrl) =>
        Promise.all(WRITTEN.map(async (path) => (await fetch(`${baseUrl}${path}`)).text())),
      ),
    );
    await serviceOfProduction.stop();
    await production.end();
    expect(demo!.join()).toContain('.carryover/demo.json');
    expect(other!.join()).not.toMatch(/demo/i);
    expect(other!.join()).toContain('carryover-operator api-key issue');
  });

  it('says on its first screen how to send amounts', async () => {
    const { text } = pages['/docs']!;
    const opening = text.slice(text.indexOf('<h1>'), text.indexOf('<h2'));
    expect(opening).toContain('44.00000000000001');
    expect(opening).toContain('href="/docs/errors#max_digits"');
    const { json } = await service.post('/v1/data-import/transactions/validate/', {
      ...service.demoAccount,
      transactions: [payment('F-1', { amount: 14.7 + 14.6 + 14.700000000000008 })],
    });
    expect(json.errors).toEqual([expect.objectContaining({ code: 'max_digits', attr: 'transactions.0.amount' })]);
  });

  it('says in the guide how this service is configured', () => {
    const { text } = pages['/docs']!;
    expect(text).toContain('<td>1,234</td>');
    expect(text).toContain('<code>GOCARDLESS</code> (<code>DIRECT_<wbr>DEBIT</code>)');
    expect(text).not.toContain('{{');
  });
});

describe('the search', () => {
  const results = async (query: string): Promise<ReadonlyArray<string>> => {
    const { text } = await get(`/docs/search?q=${encodeURIComponent(query)}`);
    return valuesOf('href', text.slice(text.indexOf('class="results"')));
  };

  it.each([
    ['an error code', 'max_digits', '/docs/errors#max_digits'],
    ['words of its meaning', 'no open statement period', '/docs/errors#no_open_statement_period'],
    ['a field', 'rate_band', '/docs/reference#/Import/transactionsCreate'],
    ['a field of an answer', 'service_account_number', '/docs/reference#/Import/paymentInstructionCreate'],
    ['an operation', 'Compare control totals', '/docs/reference#/Read%20back/controlTotalsCompare'],
    ['a parameter', 'force_add_to_current_statement', '/docs/reference#/Import/transactionsCreate'],
    ['a section of the guide', 'dry runs', '/docs#dry-runs'],
    ['a part of the client', 'mayBeStored', '/docs/client#failures'],
    ['a reference of the sandbox', 'SANDBOX-HANG', '/docs/vendor-sandbox#both'],
    ['a misspelt word', 'statment', '/docs/reference#/Import/historicalStatementsCreate'],
  ])('finds %s', async (_, query, address) => {
    expect((await results(query)).slice(0, 12)).toContain(address);
  });

  it.each([
    ['transaction_id', 'Create transactions, Create historical billing documents', 'transactionsCreate'],
    ['statement_id', 'Create historical statements', 'historicalStatementsCreate'],
    ['sum', 'Compare control totals, Register control totals', 'controlTotalsCompare'],
    ['new_transaction_date', 'Create notes: dry run, Create transactions: dry run', 'notesValidate'],
  ])('names the operations that have the field %s', async (name, operations, first) => {
    const { text } = await get(`/docs/search?q=${name}`);
    const entry = text.slice(text.search(new RegExp(`href="[^"]*${first}"`)));
    expect(entry.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')).toContain(`In: ${operations}`);
  });

  it('says what to do where there is nothing to find', async () => {
    for (const [query, said] of [
      ['qqqqqqqq', 'Nothing was found for “qqqqqqqq”.'],
      ['', 'Type what you are looking for.'],
      ['  ', 'Type what you are looking for.'],
      ['qqqqqqqq amount', 'Nothing has all the words of “qqqqqqqq amount”.'],
    ] as const) {
      const { status, text } = await get(`/docs/search?q=${encodeURIComponent(query)}`);
      expect([status, text]).toEqual([200, expect.stringContaining(said)]);
    }
    expect((await get('/docs/search')).text).toContain('Type what you are looking for.');
  });

  it('takes any query as text, and of a long one its beginning', async () => {
    const hostile = '"><script>alert(1)</script>';
    const { text } = await get(`/docs/search?q=${encodeURIComponent(hostile)}&q=2&other=%ff`);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(text).not.toContain('<script>alert');
    const long = await get(`/docs/search?q=${'a+'.repeat(2_000)}${'b'.repeat(4_000)}`);
    expect([long.status, long.text.length < 60_000]).toEqual([200, true]);
  });
});

describe('/openapi.json', () => {
  it("is the interface's document for this service, and valid", async () => {
    const { headers, text } = await get('/openapi.json');
    const json = JSON.parse(text);
    const expected = makeOpenApi({
      limits: { ...DEFAULT_LIMITS, maxItems: 1234 },
      maxBodyBytes: 16 * 1024 * 1024,
      vendors: [
        { name: 'STRIPE', types: ['CARD'] },
        { name: 'GOCARDLESS', types: ['DIRECT_DEBIT'] },
      ],
    });
    expect(headers.get('content-type')).toBe('application/json');
    expect(json).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(await new Validator().validate(json)).toMatchObject({ valid: true });
  });
});
