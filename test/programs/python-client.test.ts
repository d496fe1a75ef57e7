import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aScriptedService, type Reply, type Script, type ScriptedService } from '../client/a-scripted-service.ts';
import { ACCOUNT, aToken, NOTE_CREATED, PAYMENT_ADDED, refusal } from '../client/samples.ts';
import { aFolder } from '../support/a-file.ts';

/** Time passes only while the client waits; the longest possible waits. */
const PRELUDE = `
import json, os, random, time
from carryover_client import CarryoverError, Client, load_all

account = json.loads('${JSON.stringify(ACCOUNT)}')
notes = {**account, "notes": [{"body": "Called about the meter."}]}
base_url = os.environ["BASE_URL"]
waits = []
started_at = time.monotonic()
time.monotonic = lambda: started_at + sum(waits)
time.sleep = waits.append
random.random = lambda: 1.0

def failure(call):
    try:
        call()
    except CarryoverError as error:
        return [error.kind, error.code, error.may_be_stored, error.attempts]

def refusal(**options):
    try:
        Client(**{"base_url": "http://127.0.0.1:1", "api_key": "key", **options})
    except TypeError as error:
        return str(error)
`;

/** Runs code that may use the client, and returns the value of its last line, which is an expression. */
const python = async (code: string, service?: ScriptedService): Promise<unknown> => {
  const lines = code.trim().split('\n');
  const program = [PRELUDE, ...lines.slice(0, -1), `print(json.dumps(${lines.at(-1)}))`].join('\n');
  const { stdout } = await promisify(execFile)('python3', ['-c', program], {
    env: {
      ...process.env,
      BASE_URL: service?.baseUrl ?? '',
      PYTHONPATH: 'packages/client-python',
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  return JSON.parse(stdout);
};

const aService = async (
  script: Script,
  tokenScript: Script = (_, number) => aToken(`token-${number}`),
): Promise<ScriptedService> => {
  const service = await aScriptedService(script, tokenScript);
  onTestFinished(() => service.stop());
  return service;
};

const refusalsOf = (option: string, values: ReadonlyArray<unknown>) =>
  python(`[refusal(${option}=one) for one in json.loads('${JSON.stringify(values)}')]`);

describe('the options of the client for Python', () => {
  it('refuse plain HTTP to another host, unless it is asked for', async () => {
    const others = ['http://carryover.example', 'http://127.0.0.1.example', 'HTTP://10.0.0.1:3000', 'http://[2001::1]'];
    expect(await refusalsOf('base_url', others)).toEqual(
      others.map(() => expect.stringContaining('base_url is plain HTTP to another host')),
    );
    expect(await python('refusal(base_url="http://carryover.example", allow_plaintext=True)')).toBe(null);
    expect(await refusalsOf('allow_plaintext', ['yes'])).toEqual(['allow_plaintext must be True or False.']);
    const fine = [
      ...['http://localhost:3000', 'http://carryover.localhost', 'http://127.1.2.3', 'http://[::1]', 'http://0.0.0.0'],
      ...['http://[::ffff:127.0.0.1]', 'https://carryover.example', 'https://gateway.example:8443/carryover/'],
    ];
    expect(await refusalsOf('base_url', fine)).toEqual(fine.map(() => null));
  });

  it('refuse what can not be meant', async () => {
    const addresses = [
      ...['127.0.0.1:3000', 'carryover.example', 'file:///etc', 'http://me:secret@127.0.0.1', 'http://127.0.0.1/?a=1'],
      ...['https://', 'https://carryover.example:99999', 'https://carry over.example', 'https://a..example', null],
    ];
    expect(await refusalsOf('base_url', addresses)).toEqual(
      addresses.map(() => 'base_url must be an http or https address without user, query and fragment.'),
    );
    expect(await refusalsOf('api_key', ['', null])).toEqual(Array(2).fill('api_key must be a text.'));
    expect(await refusalsOf('max_attempts', [0, 0.5, 1_001])).toEqual(
      Array(3).fill('max_attempts must be a whole number from 1 to 1000.'),
    );
    for (const option of ['timeout_s', 'deadline_s'])
      expect(await refusalsOf(option, [0, -1, 1e9])).toEqual(Array(3).fill(expect.stringContaining(option)));
  });
});

describe('an answer to the client for Python that is none of the interface', () => {
  it('is a failure, after which what only reads has stored nothing', async () => {
    const answers: Readonly<Record<string, { readonly status: number; readonly json: unknown }>> = {
      'notes/validate': { status: 200, json: { valid: true } },
      'accounts/summary': { status: 200, json: {} },
      'control-totals/compare': { status: 200, json: { agree: true } },
      'control-totals/register': { status: 201, json: { set: 'night' } },
      'historical-statements/create': { status: 201, json: { statements: ['one'] } },
      'transactions/create': {
        status: 400,
        json: { status: 'TRANSACTION_IMPORT_ERROR', error_detail: 'Says something else.' },
      },
    };
    const service = await aService(({ path }) => answers[path.slice('/v1/data-import/'.length, -1)]!);
    const calls = `
client = Client(base_url, "key", max_attempts=2)
calls = [
    lambda: client.validate("notes", notes),
    lambda: client.account_summary(account),
    lambda: client.compare_control_totals({"import_supplier": "ACME", "totals": []}),
    lambda: client.register_control_totals({"import_supplier": "ACME", "set": "night", "totals": []}),
    lambda: client.create_historical_statements({**account, "statements": [{}]}),
    lambda: client.create_transactions({**account, "transactions": [{}]}),
]
[failure(call) for call in calls]`;
    expect(await python(calls, service)).toEqual([
      ...Array(3).fill(['protocol', null, false, 2]),
      ...Array(3).fill(['protocol', null, true, 2]),
    ]);
  });
});

describe('the token of the client for Python', () => {
  const authorisations = ({ received }: ScriptedService) => received.map(({ headers }) => headers.authorization);
  const threeNotes = `
client = Client(base_url, "key")
for pause in (3000, 600, 0):
    client.create_notes(notes)
    waits.append(pause)
waits`;

  it('lives by the clock of the service, not by ours', async () => {
    const tokenScript: Script = (_, number) => ({
      status: 200,
      headers: { Date: 'Tue, 01 Jan 2019 00:00:00 GMT' },
      json: { data: { obtainToken: { token: `token-${number}`, expiresAt: '2019-01-01T01:00:00Z' } } },
    });
    const service = await aService(() => NOTE_CREATED, tokenScript);
    await python(threeNotes, service);
    expect(authorisations(service)).toEqual(['Token token-1', 'Token token-1', 'Token token-2']);
  });

  it('whose end can not be told is used until the service itself refuses it', async () => {
    const service = await aService(
      (_, number) => (number === 3 ? refusal(401, 'authentication_failed') : NOTE_CREATED),
      (_, number) => aToken(`token-${number}`, 'soon'),
    );
    await python(threeNotes, service);
    expect(authorisations(service)).toEqual(['Token token-1', 'Token token-1', 'Token token-1', 'Token token-2']);
    const behindProxy = await aService((_, number) =>
      number === 1 ? NOTE_CREATED : { status: 401, text: '<html>Who are you?</html>' },
    );
    const calls = `
client = Client(base_url, "key")
client.create_notes(notes)
failure(lambda: client.create_transactions({**account, "transactions": [{}]}, check_previously_added=False))`;
    expect(await python(calls, behindProxy)).toEqual(['protocol', null, true, 1]);
    expect([behindProxy.received.length, behindProxy.tokenRequests.length]).toEqual([2, 1]);
  });

  it('is asked for again if the service asks for that, but not at a wrong address', async () => {
    const answers: ReadonlyArray<Reply> = [
      { status: 404, text: '<html>Not found</html>' },
      { status: 401, json: { detail: 'Sign in.', code: 'not_authenticated', errors: [] } },
      { status: 200, text: '<html>Welcome</html>' },
      { status: 200, json: { data: null } },
    ];
    const elsewhere = await aService(
      () => NOTE_CREATED,
      (_, number) => answers[number - 1]!,
    );
    const calls = `
client = Client(base_url, "key")
[failure(lambda: client.create_notes(notes)) for _ in range(4)]`;
    expect(await python(calls, elsewhere)).toEqual(Array(4).fill(['protocol', null, false, 1]));
    expect([elsewhere.received.length, elsewhere.tokenRequests.length]).toEqual([0, 4]);

    const failing = (status: number, code: string, seconds: string): Reply => ({
      status,
      headers: { 'Retry-After': seconds },
      json: { errors: [{ message: 'Later.', extensions: { code } }] },
    });
    const busy = await aService(
      () => NOTE_CREATED,
      (_, number) =>
        [failing(503, 'service_unavailable', '1'), failing(429, 'throttled', '7')][number - 1] ?? aToken('token'),
    );
    expect(await python('Client(base_url, "key").create_notes(notes)\nwaits', busy)).toEqual([1.5, 8]);
  });
});

describe('the deadline of the client for Python', () => {
  it('ends a call before a wait that would go beyond it', async () => {
    const service = await aService(({ path }) =>
      refusal(503, 'service_unavailable', path.includes('/notes/') ? { 'Retry-After': '3600' } : {}),
    );
    const calls = `
client = Client(base_url, "key", deadline_s=3)
[failure(lambda: client.create_notes(notes)), waits[:], failure(lambda: client.account_summary(account)), waits]`;
    expect(await python(calls, service)).toEqual([
      ['unavailable', 'service_unavailable', false, 1],
      [],
      ['unavailable', 'service_unavailable', false, 3],
      [0.5, 1],
    ]);
  });
});

describe('a connection of the client for Python', () => {
  it('that the service has closed while it was idle is not used for what may be stored each time', async () => {
    const text = JSON.stringify([{ status: 'NOTE_CREATION_SUCCESS' }]);
    const service = await aService((_, number) =>
      number === 1
        ? { status: 201, headers: { 'Content-Length': String(text.length) }, text, breaksOff: true }
        : PAYMENT_ADDED,
    );
    const calls = `
import select
client = Client(base_url, "key")
client.create_notes(notes)
ended, _, _ = select.select([client._local.connection.sock], [], [], 20)
answer = client.create_transactions({**account, "transactions": [{}]}, check_previously_added=False)
[len(ended), [one["status"] for one in answer.body["results"]]]`;
    expect(await python(calls, service)).toEqual([1, ['TRANSACTION_ADDED_TO_ACCOUNT']]);
  });
});

describe('a load by the client for Python', () => {
  const LOADED = `
import io
receipts = io.StringIO()
def loaded(source, **options):
    outcomes = {}
    try:
        for result in load_all(Client(base_url, "key"), source, receipts=receipts, **options):
            outcomes[result.number] = "stored" if result.error is None else result.error.kind
        return f"{sorted(outcomes.items())}"
    except Exception as error:
        return f"{sorted(outcomes.items())} {error}"
def notes_of(account, body="A note."):
    return "notes", {"import_supplier": "ACME", "external_account_number": account, "notes": [{"body": body}]}
`;

  it('ends with a mistake once the results of what was read before have come', async () => {
    const service = await aService(() => ({
      ...(NOTE_CREATED as { readonly status: number }),
      headers: { 'X-Import-Id': 'one-without-a-hash' },
    }));
    const loads = `${LOADED}
def broken():
    yield notes_of("E-1")
    raise OSError("The disk is gone.")
loads = [
    loaded([notes_of("E-1"), notes_of("E-1"), notes_of("E-2", 1.5)], concurrency=2),
    loaded(broken()),
    loaded([notes_of("E-1"), ("notes", {"import_supplier": "ACME"})]),
    loaded([notes_of("E-1"), ("letters", {})]),
    loaded([notes_of("E-1")], concurrency=0),
]
[*loads, receipts.getvalue()]`;
    expect(await python(loads, service)).toEqual([
      expect.stringContaining("[(1, 'stored'), (2, 'stored')] 1.5 is a float"),
      "[(1, 'stored')] The disk is gone.",
      "[(1, 'stored')] Request 2 of the source names no account.",
      expect.stringContaining("[(1, 'stored')] letters is not one of"),
      '[] concurrency must be a whole number from 1 to 1000.',
      '',
    ]);
  });

  it('sends nothing more once the API key was rejected, and says so of what was read', async () => {
    const service = await aService(
      () => NOTE_CREATED,
      () => ({ status: 200, json: { errors: [{ message: 'No.', extensions: { code: 'authentication_failed' } }] } }),
    );
    const load = `${LOADED}
loaded((notes_of(str(number)) for number in range(9)), concurrency=1)`;
    // One is read ahead, unless the key is rejected before.
    expect(await python(load, service)).toMatch(/^\[\(1, 'not_authenticated'\)(, \(2, 'not_authenticated'\))?\]$/);
    expect([service.received.length, service.tokenRequests.length]).toEqual([0, 1]);
  });

  it('goes on after a text that is not Unicode, which the service gets to refuse', async () => {
    const service = await aService(({ json }) =>
      json.notes[0].body === '\ud83d' ? refusal(400, 'invalid_characters') : NOTE_CREATED,
    );
    const load = `${LOADED}
loaded([notes_of("E-1", "\\ud83d"), notes_of("E-2")])`;
    expect(await python(load, service)).toBe("[(1, 'validation'), (2, 'stored')]");
  });
});

describe('the example of a reader of changes in Python', () => {
  it('sends the platform key neither where a redirect leads nor over plain HTTP to another host', async () => {
    const elsewhere = await aService(() => ({ status: 200, json: { changes: [], next: '1', caught_up: true } }));
    const service = await aService(() => ({ status: 302, headers: { Location: elsewhere.baseUrl } }));
    const read = (BASE_URL: string) =>
      promisify(execFile)('python3', ['examples/python/changes.py'], {
        env: { ...process.env, BASE_URL, PLATFORM_KEY: 'key', CURSOR_FILE: join(aFolder(), 'cursor.txt') },
      });
    const failing = (reason: string) => ({ code: 1, stderr: expect.stringContaining(reason) });
    await expect(read(service.baseUrl)).rejects.toMatchObject(failing('HTTP Error 302'));
    expect([service.received.length, elsewhere.received.length]).toEqual([1, 0]);
    await expect(read('http://carryover.example')).rejects.toMatchObject(failing('plain HTTP to another host'));
  });
});
