import { makeGate } from '@carryover/adapters-documents/find-missing';
import { describe, expect, it } from 'vitest';

const { signal } = new AbortController();
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that note their beginning and end when told. */
const someTasks = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await soon();
  };
  return { begun, task, end };
};

describe('a gate', () => {
  it('admits as many as its capacity, the others in order of arrival', async () => {
    const { begun, task, end } = someTasks();
    const gate = makeGate(2);
    const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => gate.run(signal, task(name))));
    await soon();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await end('d');
    expect(await all).toEqual(['a', 'b', 'c', 'd']);
  });

  it('makes room again when a task throws', async () => {
    const gate = makeGate(1);
    await expect(gate.run(signal, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(gate.run(signal, async () => 'next')).resolves.toBe('next');
  });

  it('begins nothing for a caller that has given up before', async () => {
    const { begun, task } = someTasks();
    await expect(makeGate(1).run(AbortSignal.abort('late'), task('a'))).rejects.toBe('late');
    expect(begun).toEqual([]);
  });

  it('passes over who has given up waiting', async () => {
    const { begun, task, end } = someTasks();
    const gate = makeGate(1);
    const impatient = new AbortController();
    const first = gate.run(signal, task('first'));
    const second = gate.run(impatient.signal, task('second'));
    const third = gate.run(signal, task('third'));
    impatient.abort('late');
    await expect(second).rejects.toBe('late');
    await end('first');
    expect(begun).toEqual(['first', 'third']);
    await end('third');
    expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  });
});
