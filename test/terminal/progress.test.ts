import { makeProgress } from '@carryover/terminal/progress';
import { describe, expect, it } from 'vitest';

const aTerminal = (isTTY: boolean | undefined = true, columns: number | undefined = 100) => {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
};
const aClock = () => {
  const clock = { ms: 5_000, now: () => clock.ms };
  return clock;
};
const CLEAR = '\r\u001b[2K';

describe('how far a long command is', () => {
  it('with rate, share, time left and rejected rows', () => {
    const [terminal, clock] = [aTerminal(), aClock()];
    const progress = makeProgress(terminal, 1_000, { now: clock.now });
    clock.ms += 2_000;
    progress.update({ rows: 412_000, rejected: 0, bytes: 250 });
    clock.ms += 58_000;
    progress.update({ rows: 1_200_000, rejected: 1_234, bytes: 10 });
    progress.end();
    expect(terminal.written).toEqual([
      `${CLEAR}412,000 rows, 206,000 rows/s, 25%, 0:06 left`,
      `${CLEAR}1,200,000 rows, 20,000 rows/s, 1%, 1:39:00 left, 1,234 rejected`,
      `${CLEAR}1,200,000 rows, 20,000 rows/s, 1%, 1:39:00 left, 1,234 rejected`,
      '\n',
    ]);
  });

  it.each([null, 0])('without share and time left where the size is %s', (totalBytes) => {
    const [terminal, clock] = [aTerminal(), aClock()];
    const progress = makeProgress(terminal, totalBytes, { now: clock.now });
    progress.update({ rows: 1, rejected: 1, bytes: 5 });
    clock.ms += 1_000;
    progress.end();
    expect(terminal.written).toEqual([`${CLEAR}1 rows, 1 rejected`, `${CLEAR}1 rows, 1 rows/s, 1 rejected`, '\n']);
  });

  it('is shown ten times per second, at the end once more, and the line is left', () => {
    const [terminal, clock] = [aTerminal(), aClock()];
    const progress = makeProgress(terminal, 100, { now: clock.now });
    for (let rows = 0; rows <= 1_000; rows += 1) {
      progress.update({ rows, rejected: 0, bytes: 100 });
      clock.ms += 1;
    }
    progress.end();
    expect(terminal.written).toHaveLength(11 + 2);
    expect(terminal.written.slice(-2)).toEqual([`${CLEAR}1,000 rows, 999 rows/s, 100%`, '\n']);
  });

  it('is never wider than the terminal', () => {
    const terminal = aTerminal(true, 10);
    makeProgress(terminal, null, { now: () => 0 }).update({ rows: 1_000_000, rejected: 0, bytes: 1 });
    expect(terminal.written).toEqual([`${CLEAR}1,000,000`]);
  });

  it('is not shown where there is nothing, or no terminal', () => {
    const [idle, piped, unknown] = [aTerminal(), aTerminal(false), aTerminal(undefined)];
    makeProgress(idle, null).end();
    for (const terminal of [piped, { ...unknown, isTTY: undefined }]) {
      const progress = makeProgress(terminal, 10);
      progress.update({ rows: 1, rejected: 1, bytes: 1 });
      progress.end();
    }
    expect([idle, piped, unknown].map(({ written }) => written)).toEqual([[], [], []]);
  });
});
