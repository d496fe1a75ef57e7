import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { readNotes } from '../support/read-notes.ts';
import { aFilledAccount, HOSTILE } from './a-filled-account.ts';

const SHOWN = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\\u{202e}\\u{200b}';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const documents = join(service.dataDir, 'documents');
await mkdir(join(documents, 'bills'), { recursive: true });
const console = await theConsole({ ...service.operatorEnvironment, DOCUMENT_STORE: pathToFileURL(documents).href });
const number = await aFilledAccount(service);

describe('the search for accounts', () => {
  it('opens the one account that has what a customer names, at the item', async () => {
    const user = await console.as('support');
    const path = `/accounts/${number}`;
    const at = (filter: Record<string, string>, list: string) => `${path}?${new URLSearchParams(filter)}#${list}`;
    for (const [q, location] of [
      ['EXTERNAL-1234', path],
      [` ${number} `, path],
      ['T-1', at({ transaction: 'T-1' }, 'transactions')],
      [`S-${HOSTILE}`, at({ find: `S-${HOSTILE}` }, 'statements')],
      [`B-${HOSTILE}`, at({ find: `B-${HOSTILE}` }, 'documents')],
      ['€ 71,00 on 5 Oct 2019', at({ find: '71.00' }, 'transactions')],
      ['71 5.10.2019', at({ find: '71.00' }, 'transactions')],
    ]) {
      const { status, headers } = await user.get(`/accounts?${new URLSearchParams({ q: q! })}`);
      expect([q, status, headers.get('location')]).toEqual([q, 303, location]);
    }
  });

  it('lists what may be meant by a part, a mistyped number or words of a note', async () => {
    const user = await console.as('support');
    const { sql, databaseUrl } = service;
    await readNotes(databaseUrl, async () => (await sql('select from note_words')).length > 0);
    for (const [q, by] of [
      ['NAL-12', 'part of a number'],
      ['EXTERNAL-1243', 'similar number'],
      ['NOT PINNED', 'text of a note'],
    ]) {
      const { status, text } = await user.get(`/accounts?${new URLSearchParams({ q: q! })}`);
      expect([q, status, text.includes('No account has exactly'), text.includes(`>${by}<`)]).toEqual([
        q,
        200,
        true,
        true,
      ]);
      expect(text).toContain(`href="/accounts/${number}`);
    }
    const other = await (await console.as('support@Other')).get('/accounts?q=NAL-12');
    expect(other.text).not.toContain(number);
  });

  it('looks for the id of an item that was refused, if it is asked to', async () => {
    const user = await console.as('support');
    const { text } = await user.get('/accounts?q=T-2');
    const [, path] = /href="([^"]*)">Look among what was refused</.exec(text)!;
    const asked = path!.replaceAll('&amp;', '&');
    expect((await user.get(asked)).headers.get('location')).toBe(`/accounts/${number}#missing`);
    for (const [role, q] of [
      ['support@Other', asked],
      ['support', '/accounts?q=T-1&refused=yes'],
    ])
      expect((await (await console.as(role!)).get(q!)).text).toContain('No request that was refused had an item');
  });

  it('says what to do before a search, and if nothing is found', async () => {
    const user = await console.as('auditor');
    expect((await user.get('/accounts')).text).toContain('Enter an account number or a part of it');
    const { text } = await user.get(`/accounts?${new URLSearchParams({ q: `${HOSTILE}\0` })}`);
    expect(text).toContain(`No account has “${SHOWN}`);
  });
});

describe('the page of an account', () => {
  it('has pinned notes first, every stored field, and the masked reference', async () => {
    const { status, text } = await (await console.as('support')).get(`/accounts/${number}?transaction=T-1`);
    expect(status).toBe(200);
    expect(text.indexOf('first line')).toBeLessThan(text.indexOf('not pinned'));
    expect(text).toContain(`first line<br>${SHOWN}`);
    for (const part of [
      'ACCOUNT_CHARGE_PAYMENT',
      'DEBIT_CARD',
      'bills/october.pdf',
      '1,234.50',
      'datetime="2019-10-05"',
    ])
      expect(text).toContain(part);
    expect(text).toContain('••••ENCE');
    expect(text).not.toContain('FAKE-REFERENCE');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toMatch(/[\u202e\u200b]/);
    expect(text).not.toContain('data-label="Transaction id">MANY-1');
  });

  it('begins with the balance, the last payment, the payment method, and what was sent and is not here', async () => {
    const { text } = await (await console.as('support')).get(`/accounts/${number}`);
    const top = text.slice(0, text.indexOf('id="notes"'));
    const plain = top.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(plain).toContain('Last payment 71.00 on 1 ');
    expect(plain).toContain('Payment method visa •••• 4242 CARD, active');
    expect(plain).toContain('-4,247.40 in the customer’s favour');
    expect(plain).toContain('1 item that the client sent is not here');
    expect(plain).toMatch(
      /payment T-2 5 Oct 2019 The payment arrived on .* UTC and was refused: .* The client has sent nothing/,
    );
    expect(plain).toContain('since. &quot;&lt;script&gt;');
  });

  it('serves a document that the account names, and no other', async () => {
    const support = await console.as('support');
    const path = (location: string) => `/accounts/${number}/document?${new URLSearchParams({ location })}`;
    const missing = await support.get(path('bills/october.pdf'));
    expect([missing.status, missing.text.includes('The document is missing')]).toEqual([404, true]);

    await writeFile(join(documents, 'bills', 'october.pdf'), '<script>1</script>');
    await writeFile(join(documents, 'bills', 'foreign.pdf'), 'of another account');
    const { status, text, headers } = await support.get(path('bills/october.pdf'));
    expect([status, text, headers.get('content-type')]).toEqual([200, '<script>1</script>', 'application/pdf']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="october.pdf"/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');

    for (const location of ['bills/foreign.pdf', '../secret', 'bills/october.pdf\0', ''])
      expect([location, (await support.get(path(location))).status]).toEqual([location, 404]);
    await service.sql(`update import_supplier set document_root = 'elsewhere'`);
    expect((await support.get(path('bills/october.pdf'))).text).toContain('not below the supplier');
    await service.sql(`update import_supplier set document_root = ''`);
  });

  it('serves no document of another supplier by way of a link', async () => {
    const support = await console.as('support');
    await mkdir(join(documents, 'of-another'), { recursive: true });
    await writeFile(join(documents, 'of-another', 'october.pdf'), 'of another supplier');
    await rm(join(documents, 'bills', 'october.pdf'), { force: true });
    await symlink('../of-another/october.pdf', join(documents, 'bills', 'october.pdf'));
    await service.sql(`update import_supplier set document_root = 'bills'`);
    const path = `/accounts/${number}/document?${new URLSearchParams({ location: 'bills/october.pdf' })}`;
    const { status, text } = await support.get(path);
    expect([status, text.includes('link: leads out of the document root')]).toEqual([503, true]);
    expect(text).not.toContain('of another supplier');
    await service.sql(`update import_supplier set document_root = ''`);
    expect((await support.get(path)).text).toBe('of another supplier');
    await rm(join(documents, 'bills', 'october.pdf'));
  });

  it('links to import records for roles that may read them, and says to others who may', async () => {
    const textFor = async (role: string) => (await (await console.as(role)).get(`/accounts/${number}`)).text;
    const forSupport = await textFor('support');
    expect(forSupport).not.toContain('href="/imports/');
    expect(forSupport).toContain('Each request with its payload: for the roles operator and auditor.');
    expect(await textFor('auditor')).toContain('href="/imports/');
  });

  it('searches, filters and sorts its items', async () => {
    const user = await console.as('support');
    const shown = async (filter: Record<string, string>) => {
      const { text } = await user.get(`/accounts/${number}?${new URLSearchParams(filter)}`);
      return [...text.matchAll(/data-label="Transaction id">([^<]*)</g)].map(([, id]) => id!);
    };
    expect(await shown({ find: 'many-7' })).toEqual(['MANY-7']);
    expect(await shown({ find: 'no_such%' })).toEqual([]);
    expect(await shown({ type: 'SUPPLY_CHARGE' })).toEqual(['T-0']);
    expect((await shown({ sort: 'oldest' }))[0]).toBe('T-0');
    const amounts = await shown({ sort: 'smallest', type: 'PAYMENT' });
    expect([amounts.length, new Set(amounts).size]).toEqual([50, 50]);
    const { text } = await user.get(`/accounts/${number}?find=not+pinned`);
    expect([text.includes('first line'), text.includes('not pinned</p>')]).toEqual([false, true]);
  });

  it.each(['newest', 'oldest', 'largest', 'smallest'])(
    'shows 50 transactions at a time, each once, %s first',
    async (sort) => {
      const user = await console.as('operator');
      const ids: string[] = [];
      for (let path: string | undefined = `/accounts/${number}?sort=${sort}`; path !== undefined; ) {
        const { text } = await user.get(path);
        ids.push(...[...text.matchAll(/data-label="Transaction id">([^<]*)</g)].map(([, id]) => id!));
        const next: string | undefined = /rel="next" href="([^"#]*)#transactions"/.exec(text)?.[1];
        path = next?.replaceAll('&amp;', '&');
      }
      expect(ids.length).toBe(61);
      expect(new Set(ids).size).toBe(61);
    },
  );

  it('says that more notes are pinned than it shows, and finds them', async () => {
    const account = await anAccount(service);
    const notes = Array.from({ length: 101 }, (_, at) => ({
      ...{ body: `pinned ${at}`, is_pinned: true },
      created_at: new Date(Date.UTC(2019, 9, 1) + at * 60_000).toISOString().replace('.000', ''),
    }));
    expect((await service.post('/v1/data-import/notes/create/', { ...account, notes })).status).toBe(201);
    const user = await console.as('support');
    const found = await user.get(`/accounts?q=${account.external_account_number}`);
    const path = found.headers.get('location');
    const { text } = await user.get(path!);
    expect([text.includes('>pinned 0<'), text.includes('More notes are pinned than the')]).toEqual([false, true]);
    const searched = (await user.get(`${path}?find=pinned+0`)).text;
    expect([searched.includes('>pinned 0<'), searched.includes('More notes')]).toEqual([true, false]);
  });

  it('reads from the beginning if the position of a list makes no sense', async () => {
    const user = await console.as('operator');
    for (const name of ['after', 'notes', 'documents', 'statements'])
      for (const value of ['x', 'WyJ4Il0', 'W10', 'WyIyMDE5LTEwLTA1IiwiXHUwMDAwIiwwXQ'])
        expect([name, value, (await user.get(`/accounts/${number}?${name}=${value}`)).status]).toEqual([
          name,
          value,
          200,
        ]);
  });
});
