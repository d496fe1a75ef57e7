import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { anOperator } from '../support/an-operator.ts';

const CARRYOVER_SECRET = Buffer.alloc(32, 7).toString('base64');
const BY = ['--as', 'Ada', '--reason', 'Ticket 42'];
const ACME = ['--organisation', 'Acme'];
const SUPPLIER = ['--supplier', 'ACME'];
const LEDGER = [...SUPPLIER, '--account', 'E-1', '--ledger', 'L-1'];

const url = await aDatabase();
const folder = theFolder();
const operator = anOperator({ DATABASE_URL: url, CARRYOVER_SECRET });

const done = async (...args: ReadonlyArray<string>) => {
  const ran = await operator(...args);
  expect(ran).toMatchObject({ code: 0, err: '' });
  return ran;
};

const accountsFile = async (name: string, numbers: ReadonlyArray<string>) => {
  const file = join(folder, name);
  const ledgers = [{ ledger_number: 'L-1', ledger_code: 'ELECTRICITY', open_statement: { from: '2026-11-01' } }];
  const rows = numbers.map((number) => ({ external_account_number: number, status: 'STAGED', ledgers }));
  const content = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(file, content);
  return { file, sha256: createHash('sha256').update(content).digest('hex') };
};

/** Oldest first, without what differs from run to run. */
const actions = async (...filter: ReadonlyArray<string>) => {
  const { json } = await done('audit', 'list', '--json', ...filter);
  return json.toReversed().map(({ id, performed_at, ...action }: any) => action);
};
const changes = async (...filter: ReadonlyArray<string>) =>
  (await actions(...filter)).map(({ action, before, after }: any) => [action, before, after]);

describe('audit list', () => {
  it('says so if nothing was changed yet', async () => {
    expect((await done('audit', 'list')).out).toBe('No operator actions.\n');
    expect((await done('audit', 'list', '--json')).json).toEqual([]);
  });

  it('tells of each change what it was about, who made it and why, before and after, and no secret', async () => {
    const { file, sha256 } = await accountsFile('accounts.ndjson', ['E-1', 'E-2']);
    await done('organisation', 'create', '--name', 'Acme', ...BY);
    const { json: key } = await done('api-key', 'issue', ...ACME, '--label', 'batch', '--json', ...BY);
    await done('supplier', 'create', ...ACME, '--code', 'ACME', ...BY);
    await done('supplier', 'configure', ...SUPPLIER, '--document-root', 'acme', '--verify-documents', 'on', ...BY);
    await done('account', 'import', ...SUPPLIER, '--file', file, ...BY);
    await done('account', 'promote', ...SUPPLIER, '--account', 'E-1', ...BY);
    await done('ledger', 'open-period', ...LEDGER, '--from', '2026-12-01', '--to', '2026-12-31', ...BY);
    await done('ledger', 'close-period', ...LEDGER, ...BY);
    await done('supplier', 'pause', ...SUPPLIER, ...BY);
    await done('supplier', 'resume', ...SUPPLIER, ...BY);
    await done('supplier', 'complete', ...SUPPLIER, ...BY);
    await done('api-key', 'revoke', '--prefix', key.prefix, ...BY);

    const found = await actions();
    const [november, december] = [
      { from: '2026-11-01', to: null },
      { from: '2026-12-01', to: '2026-12-31' },
    ];
    const { prefix } = key;
    const configuration = {
      document_root: '',
      verify_documents: false,
      automated_emails: false,
      supply_charge_arithmetic: 'report',
      unknown_fields: 'refuse',
    };
    expect(found.map(({ action, before, after }: any) => [action, before, after])).toEqual([
      ['organisation create', null, { name: 'Acme' }],
      ['api-key issue', null, { prefix, label: 'batch', expires_at: null }],
      ['supplier create', null, { status: 'Ongoing', ...configuration }],
      [
        'supplier configure',
        { document_root: '', verify_documents: false },
        { document_root: 'acme', verify_documents: true },
      ],
      ['account import', null, { file, state: 'started' }],
      ['account import', null, expect.objectContaining({ file, state: 'finished', sha256, rejected: 0 })],
      ['account promote', { status: 'STAGED' }, { status: 'IMPORTED' }],
      ['ledger open-period', { open_statement: november }, { open_statement: december }],
      ['ledger close-period', { open_statement: december }, { open_statement: null }],
      ['supplier pause', { status: 'Ongoing' }, { status: 'Paused' }],
      ['supplier resume', { status: 'Paused' }, { status: 'Ongoing' }],
      [
        'supplier complete',
        { status: 'Ongoing' },
        {
          status: 'Complete',
          proven: false,
          reconciliation: null,
          control_totals: null,
          storage_check: null,
          missing: ['no_agreeing_reconciliation', 'storage_not_verified'],
        },
      ],
      ['api-key revoke', { prefix, revoked_at: null }, { prefix, revoked_at: expect.stringMatching(/^20.*Z$/) }],
    ]);
    expect(new Set(found.map(({ performed_by, reason }: any) => `${performed_by}: ${reason}`))).toEqual(
      new Set(['Ada: Ticket 42']),
    );
    const about = { organisation: 'Acme', supplier: 'ACME', external_account_number: null, ledger_number: null };
    expect(found[0]).toMatchObject({ ...about, supplier: null });
    expect(found[3]).toMatchObject(about);
    expect(found[7]).toMatchObject({ ...about, external_account_number: 'E-1', ledger_number: 'L-1' });

    const { out } = await done('audit', 'list');
    expect(out).toMatch(/TIME +WHO +ACTION +OF +CHANGE +REASON\n/);
    expect(out).toMatch(/Z +Ada +supplier pause +Acme \/ ACME +status: Ongoing → Paused +Ticket 42\n/);
    expect(out + JSON.stringify(found)).not.toContain(key.api_key.slice(prefix.length));
    const [row] = await runSql<{ digest: Buffer }>(url, 'select digest from api_key');
    expect(JSON.stringify(found)).not.toContain(row!.digest.toString('hex'));
  });

  it('takes the user and host of the operating system if nobody is named', async () => {
    await done('supplier', 'resume', ...SUPPLIER);
    const [latest] = (await done('audit', 'list', '--limit', '1', '--json')).json;
    expect(latest).toMatchObject({ performed_by: `${userInfo().username}@${hostname()}`, reason: null });
  });

  it('is limited, to a supplier, a time and a number, and says that there is more', async () => {
    await done('organisation', 'create', '--name', 'Other');
    await done('supplier', 'create', '--organisation', 'Other', '--code', 'OTHER');
    expect(await changes('--supplier', 'OTHER')).toEqual([['supplier create', null, expect.anything()]]);
    expect((await changes('--organisation', 'Other')).map(([action]: any) => action)).toEqual([
      'organisation create',
      'supplier create',
    ]);
    const all = (await done('audit', 'list', '--json')).json;
    expect((await done('audit', 'list', '--since', all[1].performed_at.slice(0, 10), '--json')).json).toEqual(all);
    expect((await done('audit', 'list', '--since', '2100-01-01', '--json')).json).toEqual([]);
    expect((await done('audit', 'list', '--until', '2100-01-01', '--json')).json).toEqual(all);
    const today = all.at(-1).performed_at.slice(0, 10);
    expect((await done('audit', 'list', '--until', today, '--json')).json).toEqual([]);
    // A time as it is printed.
    const { performed_at: middle } = all[1];
    const before = await done('audit', 'list', '--until', middle, '--json');
    const since = await done('audit', 'list', '--since', middle, '--json');
    expect([...since.json, ...before.json]).toEqual(all);
    expect(before.json.length).toBeLessThan(all.length - 1);
    expect((await done('audit', 'list', '--limit', '2', '--json')).json).toEqual(all.slice(0, 2));
    expect((await done('audit', 'list', '--limit', '2')).out).toContain('Only the latest 2 are shown.');
    for (const unknown of ['--supplier', '--organisation'])
      expect(await operator('audit', 'list', unknown, 'NONE')).toMatchObject({ code: 1, out: '' });
  });
});

describe('a change and its action', () => {
  const statusOf = async () => (await done('supplier', 'show', ...SUPPLIER, '--json')).json.status;

  it('are stored together or not at all', async () => {
    await runSql(url, `alter table operator_action add constraint refused check (reason <> 'refuse me')`);
    const before = await actions();
    expect(await operator('supplier', 'pause', ...SUPPLIER, '--reason', 'refuse me')).toMatchObject({ code: 1 });
    expect(await operator('organisation', 'create', '--name', 'Lost', '--reason', 'refuse me')).toMatchObject({
      code: 1,
    });
    expect(await statusOf()).toBe('Ongoing');
    expect((await done('organisation', 'list')).out).not.toContain('Lost');
    // And the other way round: what is refused leaves no action.
    expect(await operator('organisation', 'create', '--name', 'Acme')).toMatchObject({ code: 1 });
    expect(await actions()).toEqual(before);
    await runSql(url, 'alter table operator_action drop constraint refused');
  });

  it('tell the truth about before, also if another command changes the same at that moment', async () => {
    const since = (await actions(...SUPPLIER)).length;
    const commands = ['pause', 'complete', 'resume', 'pause', 'complete', 'resume'];
    await Promise.all(commands.map((command) => done('supplier', command, ...SUPPLIER)));
    const states = (await actions(...SUPPLIER)).slice(since);
    expect(states).toHaveLength(commands.length);
    // Each begins where the one before it ended.
    const reached = ['Ongoing', ...states.map(({ after }: any) => after.status)];
    expect(reached).toEqual([...states.map(({ before }: any) => before.status), await statusOf()]);
    await done('supplier', 'resume', ...SUPPLIER);
  });
});

describe('an account import that does not come to its end', () => {
  it('leaves the action of its start, and of its stop if the database still takes it', async () => {
    const { file } = await accountsFile('stopped.ndjson', ['E-3', 'E-BAD']);
    await runSql(url, `alter table account add constraint refused check (external_account_number <> 'E-BAD')`);
    const since = (await actions(...SUPPLIER)).length;
    expect(await operator('account', 'import', ...SUPPLIER, '--file', file)).toMatchObject({ code: 1 });
    const [started, stopped, ...others] = (await done('audit', 'list', ...SUPPLIER, '--json')).json
      .toReversed()
      .slice(since);
    expect([started.after, stopped.after, others]).toEqual([
      { file, state: 'started' },
      { file, state: 'stopped', start_action: started.id },
      [],
    ]);
    await runSql(url, 'alter table account drop constraint refused');
  });
});

describe('supplier complete', () => {
  const asked: string[] = [];
  const answering = (answer: string) =>
    anOperator({ DATABASE_URL: url, CARRYOVER_SECRET }, async (question) => {
      asked.push(question);
      return answer;
    });
  const completed = async (answer: string, ...args: ReadonlyArray<string>) => {
    await done('supplier', 'resume', ...SUPPLIER);
    asked.length = 0;
    const { code, json, err } = await answering(answer)('supplier', 'complete', ...SUPPLIER, '--json', ...args);
    return [code, json?.status ?? JSON.parse(err).error.code, asked.length];
  };

  it('asks a person at a terminal, who has to say yes', async () => {
    expect(await completed('y')).toEqual([0, 'Complete', 1]);
    expect(asked[0]).toMatch(/will reject every import for ACME of Acme.*\[y\/N\] $/s);
    expect(await completed('')).toEqual([1, 'not_confirmed', 1]);
    expect(await completed('n')).toEqual([1, 'not_confirmed', 1]);
    expect(await completed('n', '--yes')).toEqual([0, 'Complete', 0]);
  });

  it('asks about no supplier that does not exist', async () => {
    asked.length = 0;
    expect(await answering('y')('supplier', 'complete', '--supplier', 'NONE')).toMatchObject({ code: 1 });
    expect(asked).toEqual([]);
  });
});

describe('what is wrong usage', () => {
  it.each([
    [['supplier', 'pause', ...SUPPLIER, '--as', ' ']],
    [['supplier', 'pause', ...SUPPLIER, '--reason', 'two\nlines']],
    [['supplier', 'configure', ...SUPPLIER]],
    [['supplier', 'show', ...SUPPLIER, '--as', 'Ada']],
    [['api-key', 'issue', ...ACME, '--label', 'x'.repeat(129)]],
    [['audit', 'list', '--since', 'yesterday']],
  ])('%j', async (args) => {
    expect(await operator(...args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^error: /) });
  });
});
