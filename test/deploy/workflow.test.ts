import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Step = { readonly uses?: string; readonly run?: string };
type Workflow = { readonly jobs: Readonly<Record<string, { readonly steps: ReadonlyArray<Step> }>> };

const text = readFileSync('.github/workflows/ci.yml', 'utf8');
const { jobs }: Workflow = parse(text);

describe('the CI workflow', () => {
  it('names actions by the hash of a commit, with the version beside it', () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(5);
    for (const one of used) {
      expect(one).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      expect(text).toMatch(new RegExp(`${one} # v\\d+\\.\\d+\\.\\d+\\n`));
    }
  });

  it('audits the dependencies of production', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(scripts.audit).toContain('npm audit --omit=dev');
    expect(Object.values(jobs).some(({ steps }) => steps.some(({ run }) => run === 'npm run audit'))).toBe(true);
  });
});
