import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { theService } from '../../support/a-service.ts';
import { anOperator } from '../../support/an-operator.ts';
import { packed, unpacked } from './a-pack.ts';

const service = await theService();
const folder = service.dataDir;
const file = (name: string) => join(folder, name);
const openssl = (...args: ReadonlyArray<string>) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

/** A certificate authority, and a service of it that may stamp. */
const makeAuthority = (name: string): void => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
    '-subj',
    `/CN=${name}`,
    '-days',
    '2',
  );
  openssl('req', ...key, '-keyout', `${name}-tsa.key`, '-out', `${name}-tsa.csr`, '-subj', `/CN=${name} TSA`);
  writeFileSync(file('tsa.ext'), 'extendedKeyUsage = critical, timeStamping\nkeyUsage = critical, digitalSignature\n');
  const by = ['-CA', `${name}.pem`, '-CAkey', `${name}.key`, '-CAcreateserial', '-extfile', 'tsa.ext', '-days', '2'];
  openssl('x509', '-req', '-in', `${name}-tsa.csr`, ...by, '-out', `${name}-tsa.pem`);
};
makeAuthority('ca');
makeAuthority('other');
writeFileSync(
  file('tsa.cnf'),
  `[tsa]\ndefault_tsa = own\n[own]\nserial = serial\ncrypto_device = builtin\nsigner_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256\nordering = yes\ness_cert_id_alg = sha256\n`,
);
writeFileSync(file('serial'), '01');

/** Answers as `openssl ts` does; at other paths, as a service that fails. */
const server = createServer(async (request, response) => {
  writeFileSync(file('request.tsq'), await buffer(request));
  if (request.url === '/broken') return void response.writeHead(500).end('out of order');
  if (request.url === '/nonsense') return void response.end('<html>hello</html>');
  const signer = ['-signer', 'ca-tsa.pem', '-inkey', 'ca-tsa.key', '-chain', 'ca.pem'];
  if (request.url !== '/replay')
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'request.tsq', ...signer, '-out', 'answer.tsr');
  return void response
    .writeHead(200, { 'content-type': 'application/timestamp-reply' })
    .end(readFileSync(file('answer.tsr')));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

writeFileSync(file('totals.csv'), 'external_account_number,ledger_number,type,count,sum\n');
const environment = { ...service.operatorEnvironment, EVIDENCE_KEY_FILE: file('key') };
await anOperator(environment)('evidence', 'key', 'create', '--out', file('key'));
const make = (url: string, name: string) =>
  anOperator({ ...environment, EVIDENCE_TSA_URL: url })(
    ...['reconcile', '--supplier', service.demo.import_supplier, '--expected', file('totals.csv')],
    ...['--evidence', file(name)],
  );
const verify = (name: string, ...more: ReadonlyArray<string>) =>
  anOperator({})('evidence', 'verify', file(name), '--key', file('key.pub'), '--json', ...more);
const kindsOf = ({ json }: { readonly json: any }) => json.problems.map(({ kind }: any) => kind);

expect((await make(`${address}/`, 'pack.zip')).code).toBe(0);

describe('a time stamp (RFC 3161)', () => {
  it('is of the signature of the pack, and is traced to the certificates that are given', async () => {
    const { code, json } = await verify('pack.zip', '--tsa-ca', file('ca.pem'));
    expect([code, json.problems, json.time_stamp.chain_verified]).toEqual([0, [], true]);
    expect(Math.abs(Date.parse(json.time_stamp.at) - Date.now())).toBeLessThan(120_000);
    const pack = await unpacked(readFileSync(file('pack.zip')));
    for (const name of ['manifest.jws', 'manifest.tsr'])
      writeFileSync(file(name), pack.find((one) => one.name === name)!.content);
    const checked = openssl('ts', '-verify', '-in', 'manifest.tsr', '-data', 'manifest.jws', '-CAfile', 'ca.pem');
    expect(checked.toString()).toContain('Verification: OK');
  });

  it('is told as not verified without certificates, and refused if it leads to others', async () => {
    expect((await verify('pack.zip')).json.time_stamp.chain_verified).toBe(false);
    const other = await verify('pack.zip', '--tsa-ca', file('other.pem'));
    expect([other.code, kindsOf(other)]).toEqual([1, ['time_stamp_invalid']]);
  });

  it('of another pack, or altered, makes a pack unsound; one that is missing, only if certificates are given', async () => {
    const pack = await unpacked(readFileSync(file('pack.zip')));
    await make(`${address}/`, 'second.zip');
    const second = await unpacked(readFileSync(file('second.zip')));
    const stamp = second.find(({ name }) => name === 'manifest.tsr')!;
    const replaced = (content: Buffer) => pack.map((one) => (one.name === 'manifest.tsr' ? { ...one, content } : one));
    const own = pack.find(({ name }) => name === 'manifest.tsr')!.content;
    for (const content of [
      stamp.content,
      Buffer.from(own.toString('latin1').replace(/.$/s, 'x'), 'latin1'),
      Buffer.alloc(3),
    ]) {
      writeFileSync(file('changed.zip'), await packed(replaced(content)));
      const changed = await verify('changed.zip');
      expect([changed.code, kindsOf(changed)]).toEqual([1, ['time_stamp_invalid']]);
    }
    writeFileSync(file('without.zip'), await packed(pack.filter(({ name }) => name !== 'manifest.tsr')));
    expect((await verify('without.zip')).json).toMatchObject({ sound: true, time_stamp: null });
    expect(kindsOf(await verify('without.zip', '--tsa-ca', file('ca.pem')))).toEqual(['time_stamp_missing']);
  });

  it.each([
    ['/broken', 'HTTP 500'],
    ['/nonsense', 'did not give a time stamp'],
    ['/replay', 'it is of another content'],
  ])('that the service at %s does not give leaves no pack: %s', async (path, said) => {
    const { code, err } = await make(`${address}${path}`, 'none.zip');
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
    expect(readdirSync(folder).filter((name) => name.startsWith('none.zip'))).toEqual([]);
  });

  it('of a service that is down leaves no pack', async () => {
    const { code, err } = await make('http://127.0.0.1:1/', 'none.zip');
    expect([code, err]).toEqual([1, expect.stringContaining('http://127.0.0.1:1/ (EVIDENCE_TSA_URL)')]);
    expect(existsSync(file('none.zip'))).toBe(false);
  });
});
