import { describe, expect, it } from 'vitest';
import { aConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { CARD, payment, statement } from '../support/bodies.ts';
import { freePort } from '../support/free-port.ts';

const HOSTILE = `<script>alert(1)</script>`;
const FORMULA = '=HYPERLINK("http://x")';

const idOf = ({ headers }: { readonly headers: Headers }): string => headers.get('x-request-id') ?? '';
const post = (path: string, body: object) =>
  service.post(`/v1/data-import/${path}/create/`, { ...service.demoAccount, ...body });

const service = await theService({ VENDOR_SANDBOX: 'on' });
const console = await theConsole(service.operatorEnvironment);
const sent = { transactions: [payment('T-1', { note: HOSTILE })] };
const first = idOf(await post('transactions', sent));
const again = idOf(await post('transactions', { transactions: [{ ...sent.transactions[0], amount: '72.00' }] }));
const refused = idOf(await post('notes', { notes: [{ body: 'kept' }, { body: 7 }] }));
await post('notes', { external_account_number: FORMULA, notes: [{}] });

describe('/imports', () => {
  it('lists what was sent, filtered by its address', async () => {
    const operator = await console.as('operator');
    const all = await operator.get('/imports');
    expect([first, again, refused].filter((id) => !all.text.includes(`/imports/${id}`))).toEqual([]);
    const some = await operator.get('/imports?outcome=refused&code=invalid');
    expect([first, again, refused].filter((id) => some.text.includes(`/imports/${id}`))).toEqual([refused]);
    expect((await operator.get('/imports?account=none')).text).toContain('No import records match');
    expect((await operator.get(`/imports/newer?newest=${again}`)).text).toMatch(
      // One element: the parts of a button, which is a flex container, lose the spaces between them.
      /<a class="button" [^>]*><span><data [^>]*>\d+<\/data> new: show (?:it|them)<\/span><\/a>/,
    );
    // The times of a link are in the form, which would lose them otherwise when it is sent with another filter.
    const { text } = await operator.get('/imports?since=2019-10-05&until=2019-10-06T08:00:10.000Z');
    const times = text.matchAll(/ type="datetime-local" value="([^"]*)"[^>]* step="any"/g);
    expect([...times].map(([, value]) => value)).toEqual(['2019-10-05T00:00', '2019-10-06T08:00:10']);
    expect((await operator.get('/imports?outcome=other')).status).toBe(400);
    expect((await operator.get('/imports?after=x')).status).toBe(400);
  });

  it('is downloaded as CSV without formulas', async () => {
    const { text } = await (await console.as('auditor')).get('/imports.csv?outcome=refused');
    expect(text.trim().split('\r\n')).toHaveLength(3);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
  });
});

describe('one import', () => {
  it('says what it stored, which dates were moved, and its conflicts field by field', async () => {
    const operator = await console.as('operator');
    const { text } = await operator.get(`/imports/${first}`);
    expect(text).toMatch(/<code>PAYMENT<\/code>.*?value="71\.00"/s);
    expect(text).toContain('datetime="2019-10-05"');
    const conflict = (await operator.get(`/imports/${again}`)).text;
    expect(conflict).toMatch(/<code>amount<\/code><\/td><td [^>]*>71\.00<\/td><td [^>]*>72\.00</);
    expect((await operator.get(`/imports/${refused}`)).text).toContain('notes.1.body');
  });

  it('that was refused says what the client does about it, with the documentation of the error', async () => {
    const { text } = await (await console.as('operator')).get(`/imports/${refused}`);
    expect(text).toContain('What the client does about it');
    expect(text).toContain('/docs/errors#invalid');
    expect(text).toContain('Send the type and format that the reference gives');
  });

  it('that was refused links the documentation where the service is, also for browsers of other machines', async () => {
    const port = String(await freePort());
    const elsewhere = { CONSOLE_PORT: port, CONSOLE_BASE_URL: `http://127.0.0.1:${port}` };
    const pageWith = async (environment: Readonly<Record<string, string>>) => {
      const other = await aConsole({ ...service.operatorEnvironment, ...elsewhere, ...environment });
      try {
        return (await (await other.as('operator')).get(`/imports/${refused}`)).text;
      } finally {
        await other.stop();
      }
    };
    expect(await pageWith({ CARRYOVER_URL: 'https://import.example/' })).toContain(
      'href="https://import.example/docs/errors#invalid"',
    );
    expect(await pageWith({})).not.toContain('href="http');
  });

  it('has its payload, escaped, to the byte, and each look is recorded', async () => {
    const auditor = await console.as('auditor');
    const looks = async () => (await service.sql(`select 1 from operator_action where action = 'payload read'`)).length;
    const before = await looks();
    const { text } = await auditor.get(`/imports/${first}/payload`);
    expect([text.includes(HOSTILE), text.includes('&lt;script&gt;')]).toEqual([false, true]);
    expect(text).toContain(',<br>  &quot;external_account_number&quot;: ');
    const file = await auditor.get(`/imports/${first}/payload.json`);
    expect(file.text).toBe(JSON.stringify({ ...service.demoAccount, ...sent }));
    expect(file.headers.get('content-disposition')).toContain(`${first}.json`);
    expect((await looks()) - before).toBe(2);
  });

  it('shows the beginning of a very long payload as it was sent, with a link to all of it', async () => {
    const notes = Array.from({ length: 50 }, (_, n) => ({ body: `${n} ${'long '.repeat(9_000)}end` }));
    const stored = await post('notes', { ...(await anAccount(service, { openFrom: '2026-01-01' })), notes });
    expect(stored.status).toBe(201);
    const id = idOf(stored);
    const { text } = await (await console.as('auditor')).get(`/imports/${id}/payload?item=T-1`);
    expect(text).toMatch(/<pre[^>]*>\{&quot;import_supplier&quot;:&quot;.*long long/);
    expect([
      text.length < 300_000,
      text.includes('too large to be laid out'),
      text.includes('has that identifier'),
    ]).toEqual([true, true, false]);
    expect(text).toContain(`<a href="/imports/${id}/payload.json" download>Download all of it</a>`);
  });

  it('is for operators and auditors', async () => {
    for (const role of ['viewer', 'support'])
      for (const path of ['/imports', '/imports.csv', `/imports/${first}`, `/imports/${first}/payload`])
        expect([role, path, (await (await console.as(role)).get(path)).status]).toEqual([role, path, 403]);
    expect((await (await console.as('auditor')).get(`/imports/${first}/undo`)).status).toBe(403);
  });
});

describe('/refusals', () => {
  it('groups by code and path, and names the affected accounts', async () => {
    const operator = await console.as('operator');
    const { text } = await operator.get('/refusals');
    expect(text).toContain('<code>notes[].body</code>');
    const group = await operator.get('/refusals/group?code=invalid&path=notes%5B%5D.body');
    expect(group.text).toContain(service.demo.external_account_number);
    expect(group.text).toContain('>Not sent again<');
    expect(group.text).toContain(`/imports/${refused}`);
    expect(group.text).toContain('/docs/errors#invalid');
    const state = async () => (await operator.get('/refusals/group/state?code=invalid&path=notes%5B%5D.body')).text;
    expect(await state()).toContain('>Not sent again<');
    await post('notes', { notes: [{ body: 'right' }] });
    expect((await operator.get('/refusals/group?code=invalid&path=notes%5B%5D.body')).text).toContain(
      '>Sent again without it<',
    );
    expect(await state()).toContain('>Sent again without it<');
  });

  it('show names of fields in sentences as code', async () => {
    const { text } = await (await console.as('operator')).get('/refusals');
    expect(text).toContain('A note must have a <code>body</code> or at least one document path.');
  });

  it.each(['viewer', 'support'])('show a %s counts and accounts, neither values nor details', async (role) => {
    const one = await console.as(role);
    expect((await one.get('/refusals')).text).toContain('<code>notes[].body</code>');
    const { text } = await one.get('/refusals/group?code=invalid&path=notes%5B%5D.body');
    expect(text).toContain(service.demo.external_account_number);
    expect([text.includes('/imports/'), text.includes('>Value<')]).toEqual([false, false]);
    expect((await one.get('/refusals.csv')).status).toBe(403);
  });

  it('are a list for the client', async () => {
    const operator = await console.as('operator');
    expect((await operator.get('/refusals.csv?code=invalid')).text.trim().split('\r\n')).toHaveLength(2);
    expect((await operator.get('/refusals.csv')).text).toContain(`"'=HYPERLINK(""http://x"")"`);
    const lines = (await operator.get('/refusals.ndjson')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).request_id)).toContain(refused);
  });
});

describe('/conflicts', () => {
  it('lists what was sent again with other content, field by field, with its place in the payload', async () => {
    const operator = await console.as('operator');
    const shown = async (filter: string) => (await operator.get(`/conflicts?${filter}`)).text;
    expect((await operator.get('/imports?account=X')).text).toContain('href="/conflicts?account=X"');
    const place = `/imports/${again}/payload?item=T-1#item`;
    for (const filter of ['', 'item=T-1&field=amount', `account=${service.demo.external_account_number}`])
      expect(await shown(filter)).toMatch(/<code>amount<\/code>.*71\.00.*72\.00.*\/payload\?item=T-1#item/s);
    for (const none of ['item=T-2', 'field=note', 'account=none']) expect(await shown(none)).toContain('No conflicts');
    const { text } = await operator.get(place);
    expect(/<mark id="item">(.*?)<\/mark>/s.exec(text)?.[1]).toMatch(/^ {4}\{<br>.*&quot;T-1&quot;.*72\.00.*\},?$/s);
    expect((await operator.get(`/imports/${again}/payload?item=none`)).text).toContain('has that identifier');
    const wrong = await operator.get('/conflicts?days=0');
    expect([wrong.status, wrong.text.includes('id="filter-mistake"')]).toEqual([400, true]);
  });
});

describe('/refusals/items', () => {
  const rows = (text: string) =>
    [...text.matchAll(/<tr><th scope="row"[^>]*>(.*?)<\/tr>/gs)].map(([, row]) => row!.replaceAll(/<[^>]*>/g, ' '));

  it('lists what was refused with its id, its value and whether it is stored since', async () => {
    const operator = await console.as('operator');
    await post('transactions', {
      transactions: [payment('R-1', { amount: '1.001' }), payment('R-2', { amount: '2.001' })],
    });
    await post('transactions', { transactions: [payment('R-2')] });
    const list = async (filter: string) =>
      rows((await operator.get(`/refusals/items?endpoint=transactions/create&${filter}`)).text).map((row) => {
        const found = /(R-\d).*(Sent again without it|Not sent again|Solved).*&quot;(.*)&quot;/s.exec(row)!;
        return found.slice(1);
      });
    const [first, second] = [
      ['R-1', 'Sent again without it', '1.001'],
      ['R-2', 'Solved', '2.001'],
    ];
    expect(await list('')).toEqual([first, second]);
    expect(await list('state=solved')).toEqual([second]);
    expect(await list(`state=sent+again+without+it&account=${service.demo.external_account_number}`)).toEqual([first]);
    expect(await list('state=not+sent+again')).toEqual([]);
    expect(await list('account=none')).toEqual([]);
    const csv = await operator.get('/refusals.csv?state=solved&endpoint=transactions/create');
    expect(
      csv.text
        .trim()
        .split('\r\n')
        .map((line) => line.split(',')[4]),
    ).toEqual(['identifier', 'R-2']);
  });

  it('says in the page what is wrong with a filter', async () => {
    const operator = await console.as('operator');
    for (const wrong of ['state=lost', 'endpoint=none', 'days=0', 'after=x', 'supplier=NONE']) {
      const { status, text } = await operator.get(`/refusals/items?${wrong}`);
      expect([wrong, status >= 400, text.includes('id="filter-mistake"')]).toEqual([wrong, true, true]);
    }
  });
});

describe('the undo of an import', () => {
  it('shows what would be removed, asks for a reason and a choice, and is done once', async () => {
    const operator = await console.as('operator');
    const page = await operator.get(`/imports/${first}/undo`);
    expect(page.text).toContain('What would be removed');
    expect(page.text).toContain('later_imports_answered');
    expect(page.text).toMatch(new RegExp(`<th [^>]*>transaction_id [^<]+</th><td [^>]*><a href="/imports/${again}">`));
    expect((await operator.post(`/imports/${first}/undo`, { reason: ' ' })).status).toBe(400);
    expect((await operator.post(`/imports/${first}/undo`, { reason: 'wrong file' })).status).toBe(409);
    expect(await service.sql('select 1 from import_undo')).toEqual([]);
    const done = await operator.post(`/imports/${first}/undo`, { reason: 'wrong file', even_if_answered: 'yes' });
    expect([done.status, done.headers.get('location')]).toEqual([303, `/imports/${first}`]);
    expect(await service.sql('select undone_by, reason from import_undo')).toEqual([
      { undone_by: 'operator', reason: 'wrong file' },
    ]);
    expect((await operator.get(`/imports/${first}`)).text).toContain('wrong file');
    expect((await operator.get(`/imports/${first}/undo`)).text).toContain('import_already_undone');

    // What an import found to be different does not count once it is undone.
    const hasConflicts = async () => !(await operator.get('/conflicts?item=T-1')).text.includes('No conflicts');
    expect(await hasConflicts()).toBe(true);
    expect((await operator.post(`/imports/${again}/undo`, { reason: 'wrong file' })).status).toBe(303);
    expect(await hasConflicts()).toBe(false);
  });

  it('says afterwards what is missing, with the import and its account, until it is sent again', async () => {
    const account = await anAccount(service);
    const of = (path: string, body: object) => post(path, { ...account, ...body });
    const [operator, support] = [await console.as('operator'), await console.as('support')];
    const parts = [
      ['notes', { notes: [{ body: 'A call', created_at: '2019-10-02T10:00:00Z' }] }],
      ['historical-statements', { statements: [statement('S-GONE')] }],
      ['payment-instruction', CARD],
      ['transactions', { transactions: [payment('GONE-1'), payment('GONE-2', { amount: '5.00' })] }],
    ] as const;
    // Another note of the same text, which stays.
    await of('notes', { notes: [{ body: 'A call', created_at: '2019-10-01T10:00:00Z' }] });
    const ids: string[] = [];
    for (const [path, body] of parts) ids.push(idOf(await of(path, body)));
    const [id] = ids.toReversed();
    // Answered "already exists" because of the first: it stores nothing again by itself.
    await of('transactions', { transactions: [payment('GONE-1'), payment('LATER')] });
    for (const one of ids)
      await operator.post(`/imports/${one}/undo`, { reason: 'Ticket 42', even_if_answered: 'yes' });
    const read = async () => {
      const found = await support.get(`/accounts?q=${account.external_account_number}`);
      const missing = /<h2 id="missing">(?:<data[^>]*>)?(.*?)<.*?<\/section>/s.exec(
        (await support.follow(found)).text,
      )!;
      const names = [...missing[0].matchAll(/data-label="Item">(.*?)<\/th>/gs)].map(([, name]) => name);
      const { text } = await operator.get(`/imports/${id}`);
      return {
        title: missing[1],
        names,
        import: /<h2 id="removed">.*?<p>(.*?)<\/p>/s.exec(text)![1]!.replaceAll(/<[^>]*>/g, ''),
      };
    };
    const all = ['payment <b>GONE-1</b>', 'payment <b>GONE-2</b>', 'payment instruction', 'statement <b>S-GONE</b>'];
    expect(await read()).toEqual({
      title: '5',
      names: [...all, 'note <b>2019-10-02T10:00:00Z</b>'],
      import: '2 of 2 are missing until the client sends them again.',
    });
    for (const [path, body] of parts.slice(0, -1)) await of(path, body);
    await of('transactions', { transactions: [payment('GONE-1')] });
    expect(await read()).toEqual({
      title: '1',
      names: ['payment <b>GONE-2</b>'],
      import: '1 of 2 is missing until the client sends it again.',
    });
    await of('transactions', { transactions: [payment('GONE-2')] });
    expect(await read()).toEqual({
      title: 'Everything that the client sent is here',
      names: [],
      import: 'All of it is stored again.',
    });
  });
});

describe('/imports/loads and /imports/accounts', () => {
  const LOAD = '3f0f7c1e-8a52-4d0b-9c55-0a4c1c9be001';
  const sendIn = (load: string, path: string, body: object) =>
    service.post(`/v1/data-import/${path}/create/`, { ...service.demoAccount, ...body }, { 'Carryover-Load-Id': load });

  it('list the requests by the load that the client named, and by account', async () => {
    const note = (body: string) => ({ notes: [{ body }] });
    const stored = idOf(await sendIn(LOAD.toUpperCase(), 'notes', note('of a load')));
    const failed = idOf(await sendIn(LOAD, 'notes', { notes: [{ body: 7 }, { body: 'x' }] }));
    expect((await sendIn('no UUID', 'notes', note('of no load'))).status).toBe(201);
    const operator = await console.as('operator');
    const cells = async (): Promise<ReadonlyArray<string>> => {
      const { text } = await operator.get('/imports/loads');
      const row = text.split('<tr>').find((one) => one.includes(LOAD.slice(0, 8))) ?? '';
      return [...row.matchAll(/data-label="([^"]*)">(?:<a[^>]*>)?<data class="number" value="(\d+)"/g)].map(
        ([, name, value]) => `${name} ${value}`,
      );
    };
    await expect
      .poll(cells)
      .toEqual(['Accepted 1', 'Refused 1', 'Dry runs 0', 'Undone 0', 'Items sent 3', 'Items stored 1']);
    expect((await operator.get('/imports/loads')).text).toContain('Without a load');
    const ofLoad = await operator.get(`/imports?load=${LOAD}`);
    expect([stored, failed, first].map((id) => ofLoad.text.includes(`/imports/${id}`))).toEqual([true, true, false]);
    const without = await operator.get('/imports?load=none');
    expect([stored, first].map((id) => without.text.includes(`/imports/${id}`))).toEqual([false, true]);
    expect((await operator.get('/imports?load=x')).status).toBe(400);
    expect((await operator.get('/imports/loads?after=x')).status).toBe(400);
    const accounts = (await operator.get(`/imports/accounts?load=${LOAD}`)).text;
    expect(accounts).toContain(`>${service.demo.external_account_number}</a>`);
    expect(accounts).toContain('The accounts of all');
  });

  it('tell accounts apart by all of a number, also of one that is too long', async () => {
    const operator = await console.as('operator');
    const numbers = ['', 'A', 'B'].map((end) => `${'N'.repeat(129)}${end}`);
    const ids: string[] = [];
    for (const external_account_number of numbers)
      ids.push(idOf(await post('notes', { external_account_number, notes: [{ body: 'x' }] })));
    for (const [at, number] of numbers.entries())
      for (const path of ['/imports', '/refusals/items']) {
        const { text } = await operator.get(`${path}?account=${number}`);
        expect(ids.filter((id) => text.includes(`/imports/${id}`))).toEqual([ids[at]]);
      }
  });
});
