import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeProgress, showProgress } from '@carryover/operations/progress-line';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const service = await theService();
const folder = service.dataDir;

const CLEAR = '\r\u001b[2K';
const aTerminal = (isTTY: boolean) => {
  const written: string[] = [];
  return { isTTY, columns: 200, written, write: (text: string) => written.push(text) };
};

describe('the progress of a reconciliation', () => {
  const reconcile = async (isTTY: boolean) => {
    const terminal = aTerminal(isTTY);
    const environment = { ...service.operatorEnvironment, EVIDENCE_KEY_FILE: join(folder, `key-${isTTY}`) };
    const operator = anOperator(environment, null, terminal);
    await operator('evidence', 'key', 'create', '--out', environment.EVIDENCE_KEY_FILE);
    const totals = join(folder, 'totals.csv');
    await writeFile(totals, 'external_account_number,ledger_number,type,count,sum\nE-1,L-1,CHARGE,1,1.00\n');
    const given = ['--supplier', 'DEMO_SUPPLIER', '--expected', totals, '--evidence', join(folder, 'pack.zip')];
    expect(await operator('reconcile', ...given)).toMatchObject({ code: 1, err: '' });
    return terminal.written;
  };

  it('is one line on a terminal, from the control totals to the evidence', async () => {
    const written = await reconcile(true);
    for (const line of written.slice(0, -1)) expect(line.startsWith(CLEAR)).toBe(true);
    expect(written[0]!.replace(CLEAR, '')).toMatch(/^Reading control totals: 1 rows, 100.0 % \(\d+ s\)$/);
    expect(written.at(-2)!.replace(CLEAR, '')).toMatch(/^Writing evidence: 0 MB \(\d+ s\)$/);
    expect(written.at(-1)).toBe('\n');
  });

  it('is not written anywhere else if it does not take long', async () => {
    expect(await reconcile(false)).toEqual([]);
  });

  it('is a plain line every ten seconds anywhere else', () => {
    const terminal = aTerminal(false);
    const { onProgress, end } = showProgress(terminal, { plainEveryMs: 0 });
    onProgress({ step: 'totals', done: 412_000, share: 0.373 });
    end();
    expect(terminal.written).toEqual(['Comparing totals: 412,000, 37.3 % (0 s)\n']);
  });

  it.each([
    [{ step: 'details', done: 1_234, share: null }, 'Reading moved dates, conflicts and undone imports: 1,234'],
    [{ step: 'import_records', done: 5, share: null }, 'Reading import records: 5'],
    [{ step: 'explanations', done: 500, share: 0.1 }, 'Explaining differences: 500, 10.0 %'],
    [{ step: 'reports', done: 3_000_000, share: 0.9999 }, 'Writing reports: 3,000,000 rows, over 99.9 %'],
    [{ step: 'evidence', done: 45_400_000, share: null }, 'Writing evidence: 45 MB'],
  ] as const)('says what it does: %o', (progress, text) => {
    expect(describeProgress(progress)).toBe(text);
  });
});
