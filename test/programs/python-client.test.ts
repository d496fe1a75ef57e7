import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const PRELUDE = `
import json
from carryover_client import Client

def refusal(**options):
    try:
        Client(**{"base_url": "http://127.0.0.1:1", "api_key": "key", **options})
    except TypeError as error:
        return str(error)
`;

/** Runs code that may use the client, and returns the value of its last line, which is an expression. */
const python = async (code: string): Promise<unknown> => {
  const lines = code.trim().split('\n');
  const program = [PRELUDE, ...lines.slice(0, -1), `print(json.dumps(${lines.at(-1)}))`].join('\n');
  const { stdout } = await promisify(execFile)('python3', ['-c', program], {
    env: { ...process.env, PYTHONPATH: 'packages/client-python', PYTHONDONTWRITEBYTECODE: '1' },
  });
  return JSON.parse(stdout);
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
