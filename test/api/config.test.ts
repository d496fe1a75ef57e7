import { readFile } from 'node:fs/promises';
import { readConfig } from '@carryover/api/config';
import { readConsoleConfig } from '@carryover/console/config';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const SECRET = Buffer.alloc(32, 7).toString('base64');
const mistakes = (environment: Record<string, string>): ReadonlyArray<string> => {
  const config = readConfig(environment);
  return E.isLeft(config) ? config.left.map((one) => one.split(' ')[0]!) : [];
};

describe('the configuration (decisions 11)', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject(
      E.right({
        ...{ host: '127.0.0.1', port: 3000, databaseUrl: null, isDemo: true, hasConsole: true, logLevel: 'info' },
        ...{ sealIntervalMs: 60_000, retention: { payloads: null, refusals: null, dryRuns: 30 } },
      }),
    );
  });

  it('has neither demo nor console where a database is given', () => {
    const given = { isDemo: false, hasConsole: false };
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/x' })).toMatchObject(E.right(given));
  });

  it('of the console has the defaults of decisions 17', () => {
    expect(readConsoleConfig({})).toMatchObject(E.right({ host: '127.0.0.1', port: 3100, oidc: null }));
    const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
    const given = readConsoleConfig({ ...oidc, CONSOLE_BASE_URL: 'https://console.example' });
    expect(given).toMatchObject(E.right({ oidc: { rolesClaim: 'roles' } }));
  });

  it('refuses to verify a server by an address, which the driver would verify as localhost', () => {
    expect(mistakes({ DATABASE_URL: 'postgres://10.0.0.5/x?sslmode=verify-full' })).toEqual(['DATABASE_URL']);
    expect(mistakes({ DATABASE_URL: 'postgres://10.0.0.5/x?ssl=true' })).toEqual(['DATABASE_URL']);
    expect(mistakes({ DATABASE_URL: 'postgres://10.0.0.5/x?sslmode=no-verify' })).toEqual([]);
    expect(mistakes({ DATABASE_URL: 'postgres://127.0.0.1/x?sslmode=verify-full' })).toEqual([]);
    expect(mistakes({ DATABASE_URL: 'postgres://10.0.0.5/x?sslmode=require' })).toEqual(['DATABASE_URL']);
  });

  it('takes several servers of one database, of which one accepts writes', () => {
    const of = (url: string) => mistakes({ DATABASE_URL: url });
    expect(of('postgres://u:p@one,two:5433/x?target_session_attrs=read-write')).toEqual([]);
    expect(of('postgres://u:p@one/x?sslmode=disable&target_session_attrs=any')).toEqual([]);
    expect(of('postgres://u:p@one,two/x')).toEqual(['DATABASE_URL']);
    expect(of('postgres://u:p@one,two/x?target_session_attrs=any')).toEqual(['DATABASE_URL']);
    expect(of('postgres://u:p@one/x?target_session_attrs=standby')).toEqual(['DATABASE_URL']);
    expect(of('postgres://u:p@one,two:port/x?target_session_attrs=read-write')).toEqual(['DATABASE_URL']);
    const verified = 'sslmode=verify-full&target_session_attrs=read-write';
    expect(of(`postgres://u:p@one,10.0.0.5/x?${verified}`)).toEqual(['DATABASE_URL']);
    const inProduction = (parameters: string) => {
      const url = `postgres://127.0.0.1,db.example/x?target_session_attrs=read-write${parameters}`;
      return mistakes({ NODE_ENV: 'production', CARRYOVER_SECRET: SECRET, DATABASE_URL: url });
    };
    expect([inProduction(''), inProduction('&sslmode=verify-full')]).toEqual([['DATABASE_URL'], []]);
  });

  it('has no other role for migrations where the database is the embedded one', () => {
    expect(mistakes({ DATABASE_MIGRATION_URL: 'postgres://localhost/x' })).toEqual(['DATABASE_MIGRATION_URL']);
  });

  it('reports every mistake together', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://localhost/x',
      CARRYOVER_SECRET: 'c2hvcnQ=',
      TRUSTED_PROXIES: 'proxy.example',
      LOG_LEVEL: 'loud',
      DEMO: 'perhaps',
    };
    expect(mistakes(wrong).toSorted()).toEqual(Object.keys(wrong).toSorted());
  });

  it.each([
    'ftp://127.0.0.1',
    'http://127.0.0.1/prefix',
    'http://127.0.0.1/?a=b',
    'http://127.0.0.1/#a',
    'http://user:secret@127.0.0.1',
    'http://:secret@127.0.0.1',
    '127.0.0.1',
  ])('refuses the address %j of a vendor', (address) => {
    expect(mistakes({ STRIPE_BASE_URL: address, STRIPE_API_KEY: 'key' })).toEqual(['STRIPE_BASE_URL']);
  });

  it.each(['http://127.0.0.1:4000', 'http://127.0.0.1:4000/', 'http://[::1]:4000', 'https://api.example'])(
    'takes the address %j of a vendor',
    (address) => expect(mistakes({ STRIPE_BASE_URL: address, STRIPE_API_KEY: 'key' })).toEqual([]),
  );

  it.each(['key\n', 'two words', 'ключ'])('refuses the credentials %j of a vendor without repeating them', (secret) => {
    expect(readConfig({ GOCARDLESS_ACCESS_TOKEN: secret })).toEqual(
      E.left(['GOCARDLESS_ACCESS_TOKEN must be printable ASCII without spaces']),
    );
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['no secret', { DATABASE_URL: 'postgres://localhost/x' }, ['CARRYOVER_SECRET']],
    ['the embedded database, and says just that', {}, ['DATABASE_URL']],
    ['the embedded database without its demo', { CARRYOVER_SECRET: SECRET, DEMO: 'off' }, ['DATABASE_URL']],
    ['demo mode', { CARRYOVER_SECRET: SECRET, DATABASE_URL: 'postgres://localhost/x', DEMO: 'on' }, ['DEMO']],
    [
      'the vendor sandbox',
      { CARRYOVER_SECRET: SECRET, DATABASE_URL: 'postgres://localhost/x', VENDOR_SANDBOX: 'on' },
      ['VENDOR_SANDBOX'],
    ],
    ...['sslmode=no-verify', 'sslmode=require&uselibpqcompat=true'].map(
      (parameters): [string, Record<string, string>, string[]] => [
        `an unverified database on another host (${parameters})`,
        { CARRYOVER_SECRET: SECRET, DATABASE_URL: `postgres://db.example/x?${parameters}` },
        ['DATABASE_URL'],
      ],
    ),
    [
      'a plain-text database on another host',
      { CARRYOVER_SECRET: SECRET, DATABASE_URL: 'postgres://db.example/x' },
      ['DATABASE_URL'],
    ],
    [
      'one that asks for none',
      { CARRYOVER_SECRET: SECRET, DATABASE_URL: 'postgres://db.example/x?sslmode=disable' },
      ['DATABASE_URL'],
    ],
    [
      'a plain-text way to migrate',
      {
        CARRYOVER_SECRET: SECRET,
        DATABASE_URL: 'postgres://db.example/x?sslmode=verify-full',
        DATABASE_MIGRATION_URL: 'postgres://db.example/x',
      },
      ['DATABASE_MIGRATION_URL'],
    ],
    [
      'credentials in plain text for a vendor',
      { CARRYOVER_SECRET: SECRET, DATABASE_URL: 'postgres://localhost/x', STRIPE_BASE_URL: 'http://stripe.example' },
      ['STRIPE_BASE_URL'],
    ],
  ])('in production refuses %s', (_, environment, expected) => {
    expect(mistakes({ NODE_ENV: 'production', ...environment })).toEqual(expected);
  });

  it('in production reports everything that it refuses together', () => {
    const wrong = { CARRYOVER_SECRET: '', DEMO: 'on', VENDOR_SANDBOX: 'on', DATABASE_URL: 'postgres://db.example/x' };
    expect(mistakes({ NODE_ENV: 'production', ...wrong }).toSorted()).toEqual(Object.keys(wrong).toSorted());
  });

  it.each<[string, Record<string, string>]>([
    ['on the same host', { DATABASE_URL: 'postgres://127.0.0.1/x' }],
    ['encrypted', { DATABASE_URL: 'postgres://db.example/x?sslmode=verify-full' }],
    ['unverified on the same host', { DATABASE_URL: 'postgres://127.0.0.1/x?sslmode=no-verify' }],
    ['as told', { DATABASE_URL: 'postgres://db.example/x', ALLOW_PLAINTEXT_DATABASE: '1' }],
    [
      'unverified as told',
      { DATABASE_URL: 'postgres://db.example/x?sslmode=no-verify', ALLOW_PLAINTEXT_DATABASE: '1' },
    ],
  ])('in production takes a database %s', (_, environment) => {
    expect(mistakes({ NODE_ENV: 'production', CARRYOVER_SECRET: SECRET, ...environment })).toEqual([]);
  });

  it.each([
    ['DOCUMENT_STORE', 'file:///there/is/no/such/folder'],
    ['DOCUMENT_STORE', `file://${import.meta.filename}`],
    ['DOCUMENT_STORE', 'file:///%zz'],
    ['DOCUMENT_STORE', `file:///${'x'.repeat(300)}`],
    ['DOCUMENT_STORE', 's3://bucket/%zz'],
    ['DOCUMENT_STORE', 'documents'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector'],
    ['OTEL_EXPORTER_OTLP_COMPRESSION', 'brotli'],
    ['OTEL_EXPORTER_OTLP_CERTIFICATE', '/there/is/no/such/file'],
    ['ALLOW_PLAINTEXT_DATABASE', 'please'],
    ['CARRYOVER_SECRET', Buffer.alloc(31, 1).toString('base64')],
    ['CARRYOVER_SECRET', 'correct horse battery staple and so on and on'],
    ['CARRYOVER_SECRET_PREVIOUS', 'c2hvcnQ='],
    ['TOKEN_LIFETIME_SECONDS', '86401'],
    ['TRUSTED_PROXIES', '*'],
  ])('refuses %s=%s, which can not be meant', (name, value) => {
    expect(mistakes({ [name]: value })).toEqual([name]);
  });

  it('refuses an S3 endpoint that is not an address', () => {
    expect(mistakes({ DOCUMENT_STORE: 's3://bucket/x', S3_ENDPOINT: 'minio:9000' })).toEqual(['S3_ENDPOINT']);
  });

  it.each([
    ['MAX_CONECTIONS', 'MAX_CONNECTIONS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['SHUTDOWN_DELAY', 'SHUTDOWN_DELAY_MS'],
    ['STIRPE_API_KEY', 'STRIPE_API_KEY'],
    ['CARRYOVER_SECERT', 'CARRYOVER_SECRET'],
    ['OTEL_EXPORTER_OTLP_ENDPONT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ['OIDC_CLIENT_SERCET', 'OIDC_CLIENT_SECRET'],
  ])('refuses %s, and names %s', (name, meant) => {
    expect(readConfig({ [name]: '7' })).toEqual(
      E.left([`${name} is not a variable of Carryover. Did you mean ${meant}?`]),
    );
  });

  it('accepts the variables of roles.sql and of the Compose file, which are exported beside its own', async () => {
    const texts = await Promise.all(
      ['docs/sql/roles.sql', 'deploy/compose.yaml'].map((path) => readFile(path, 'utf8')),
    );
    const names = texts.flatMap((text) => text.match(/\bCARRYOVER_\w+/g) ?? []);
    expect(names.length).toBeGreaterThan(8);
    expect(mistakes(Object.fromEntries(names.map((name) => [name, SECRET])))).toEqual([]);
  });

  it('refuses an unknown name with its own prefix', () => {
    expect(mistakes({ CARRYOVER_DATABASE: 'x' })).toEqual(['CARRYOVER_DATABASE']);
  });

  it('leaves the variables of others alone, and its own of other programs', () => {
    const others = [
      ...['PATH', 'HOME', 'HOSTNAME', 'POST', 'HOSTS', 'SHELL', 'TERM', 'TZ', 'NODE_OPTIONS', 'npm_lifecycle_event'],
      ...['PGHOST', 'PGDATA', 'DATABASE_URI', 'DATABASE_HOST', 'DATABASE_USER', 'DATABASE_NAME', 'DATABASE_PASSWORD'],
      ...['AWS_REGION', 'AWS_ENDPOINT_URL', 'S3_BUCKET', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY', 'DATADIR'],
      ...['MIN_CONNECTIONS', 'MAX_WORKERS', 'LOG_FORMAT', 'LOG_FILE', 'WORKER', 'MAX_MEMORY', 'DOCUMENT_ROOT'],
      ...[
        'OTEL_TRACES_SAMPLER',
        'OTEL_EXPORTER_OTLP_PROTOCOL',
        'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
        'OTEL_LOG_LEVEL',
      ],
      ...['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_TIMEOUT', 'OTEL_SDK_DISABLED'],
      ...['CARRYOVER_SERVICE_HOST', 'CARRYOVER_SERVICE_PORT_HTTP', 'CARRYOVER_PORT', 'CARRYOVER_PORT_3000_TCP_ADDR'],
      ...['CARRYOVER_URL', 'CARRYOVER_API_KEY', 'CARRYOVER_SERVICE_PASSWORD', 'EVIDENCE_KEY_FILE', 'CONSOLE_PORT'],
      'OIDC_ROLES_CLAIM',
    ];
    expect(mistakes(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('counts an empty variable as unset', () => {
    expect(mistakes({ MAX_CONECTIONS: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual([]);
  });

  it('knows every variable that docs/configuration.md lists', async () => {
    const rows = (await readFile('docs/configuration.md', 'utf8')).match(/^\| `[A-Z].*$/gm)!;
    const names = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!));
    expect(names.length).toBeGreaterThan(30);
    // With a letter too many each is taken for itself, so each is known.
    const long = names.filter((name) => name.length >= 8);
    expect(mistakes(Object.fromEntries(long.map((name) => [`${name}X`, 'x']))).toSorted()).toEqual(
      long.map((name) => `${name}X`).toSorted(),
    );
  });
});
