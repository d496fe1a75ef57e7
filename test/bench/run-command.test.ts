import { existsSync } from 'node:fs';
import { argumentsOf } from '@carryover/bench/measure/run-command';
import { expect, it } from 'vitest';
import { programOf } from '../faults/environment/service.ts';

it.each(['start', 'operator', 'load'] as const)(
  'npm run %s is started as npm starts it: with its options of Node',
  (script) => {
    const [program, ...options] = [...argumentsOf(script)].toReversed();
    expect(options.length).toBeGreaterThan(0);
    expect(options.filter((option) => !/^--[\w-]+(?:=\d+)?$/.test(option))).toEqual([]);
    expect([program, existsSync(program!)]).toEqual([expect.stringMatching(/^apps\//), true]);
    if (script !== 'load') expect(programOf(script)).toEqual(argumentsOf(script));
  },
);
