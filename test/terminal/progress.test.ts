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
    const progress = makeProgress(terminal, { total: 1_000 }, { now: clock.now });
    clock.ms += 2_000;
    progress.update({ rows: 412_000, rejected: 0, done: 250 });
    clock.ms += 58_000;
    progress.update({ rows: 1_200_000, rejected: 1_234, done: 10 });
    progress.end();
    expect(terminal.written).toEqual([
      `${CLEAR}412,000 rows, 206,000 rows/s, 25%, 0:06 left`,
      `${CLEAR}1,200,000 rows, 20,000 rows/s, 1%, 1:39:00 left, 1,234 rejected`,
      `${CLEAR}1,200,000 rows, 20,000 rows/s, 1%, 1:39:00 left, 1,234 rejected`,
      '\n',
    ]);
  });

  it('with rate and time left of what an earlier run has not done', () => {
    const [terminal, clock] = [aTerminal(), aClock()];
    const progress = makeProgress(terminal, { total: 1_000, before: 500 }, { now: clock.now });
    clock.ms += 10_000;
    progress.update({ rows: 600, rejected: 0, done: 600 });
    progress.update({ rows: 1_000, rejected: 0, done: 1_000 });
    progress.end();
    expect(terminal.written).toEqual([
      `${CLEAR}600 rows, 10 rows/s, 60%, 0:40 left`,
      `${CLEAR}1,000 rows, 50 rows/s, 100%`,
      '\n',
    ]);
  });

  it.each([null, 0])('without share and time left where the size is %s', (total) => {
    const [terminal, clock] = [aTerminal(), aClock()];
    const progress = makeProgress(terminal, { total }, { now: clock.now });
    progress.update({ rows: 1, rejected: 1, done: 5 });
    clock.ms += 1_000;
    progress.end();
    expect(terminal.written).toEqual([`${CLEAR}1 rows, 1 rejected`, `${CLEAR}1 rows, 1 rows/s, 1 rejected`, '\n']);
  });

  it('is shown ten times per second, at the end once more, and the line is left', () => {
    const [terminal, clock] = [aTerminal(), aClock()];
    const progress = makeProgress(terminal, { total: 100 }, { now: clock.now });
    for (let rows = 0; rows <= 1_000; rows += 1) {
      progress.update({ rows, rejected: 0, done: 100 });
      clock.ms += 1;
    }
    progress.end();
    expect(terminal.written).toHaveLength(11 + 2);
    expect(terminal.written.slice(-2)).toEqual([`${CLEAR}1,000 rows, 999 rows/s, 100%`, '\n']);
  });

  it('is never wider than the terminal', () => {
    const terminal = aTerminal(true, 10);
    makeProgress(terminal, { total: null }, { now: () => 0 }).update({ rows: 1_000_000, rejected: 0, done: 1 });
    expect(terminal.written).toEqual([`${CLEAR}1,000,000`]);
  });

  it('is not shown where there is nothing, or no terminal', () => {
    const [idle, piped, unknown] = [aTerminal(), aTerminal(false), aTerminal(undefined)];
    makeProgress(idle, { total: null }).end();
    for (const terminal of [piped, { ...unknown, isTTY: undefined }]) {
      const progress = makeProgress(terminal, { total: 10 });
      progress.update({ rows: 1, rejected: 1, done: 1 });
      progress.end();
    }
    expect([idle, piped, unknown].map(({ written }) => written)).toEqual([[], [], []]);
  });
});
