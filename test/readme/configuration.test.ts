import { globSync, readFileSync } from 'node:fs';
import { readConfig } from '@carryover/api/config';
import { readConsoleConfig } from '@carryover/console/config';
import { describe, expect, it } from 'vitest';

/** Variables that libraries read by themselves: OpenTelemetry's exporter and resource. */
const READ_BY_LIBRARIES = [
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
];
/** Variables of the operating system, of npm, and of PostgreSQL's tools; one that a process sets for its own workers. */
const NOT_OURS = new Set([
  'PATH',
  'HOME',
  'INIT_CWD',
  'PGHOST',
  'PGPORT',
  'CARRYOVER_WORKER_SLOT',
  'CARRYOVER_CONSOLE_SIGN_IN_URL',
]);

/** The names that the configuration asks for, in each of the ways it can go. */
const readByConfig = (): ReadonlyArray<string> => {
  const names = new Set<string>();
  const recording = (environment: Record<string, string>) =>
    new Proxy(environment, {
      get: (target, name) => {
        names.add(String(name));
        return target[String(name)];
      },
    });
  for (const environment of [{}, { DOCUMENT_STORE: 's3://bucket' }, { NODE_ENV: 'production' }]) {
    readConfig(recording(environment as Record<string, string>));
    readConsoleConfig(recording(environment as Record<string, string>));
  }
  return [...names];
};

/** The names that programs and settings read beside the configuration. */
const readDirectly = (): ReadonlyArray<string> =>
  globSync(['packages/settings/src/**/*.ts', 'apps/{api,operator}/src/**/*.ts']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:process\.env|environment)\.([A-Z][A-Z0-9_]*)/g)].map(
      ([, name]) => name!,
    ),
  );

const documented = (page: string): ReadonlyArray<string> =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!));

describe('docs/configuration.md', () => {
  it('lists every variable that the programs read, once, and no other', () => {
    const read = [...readByConfig(), ...readDirectly(), ...READ_BY_LIBRARIES].filter((name) => !NOT_OURS.has(name));
    const listed = documented(readFileSync('docs/configuration.md', 'utf8'));
    expect(listed.toSorted()).toEqual([...new Set(read)].toSorted());
  });
});
