import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aScriptedService, type Script, type ScriptedService } from '../client/a-scripted-service.ts';
import { ACCOUNT, aToken } from '../client/samples.ts';

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
    expect(await refusalsOf('timeout_s', [0, -1, 1e9])).toEqual(Array(3).fill(expect.stringContaining('timeout_s')));
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
