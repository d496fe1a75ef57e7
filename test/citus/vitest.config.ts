import { configDefaults, defineConfig } from 'vitest/config';

/** The tests of every day, on a Citus cluster: `npm run test:citus`. */
export default defineConfig({
  test: {
    include: [
      'test/citus/*.long.ts',
      ...['api', 'console', 'operator', 'tenancy', 'adapters-persistence'].map(
        (folder) => `test/${folder}/**/*.test.ts`,
      ),
      'test/loader/{load,resume,sample}.test.ts',
      'test/process/loader-faults.test.ts',
    ],
    exclude: [
      ...configDefaults.exclude,
      // No database.
      'test/operator/{files,report,terminal}/**',
      // Changes rows by their places on one server, and by joins that a cluster refuses, to find them changed.
      'test/operator/adversary/**',
      // Of transactions that units of work share; and distributed tables have no triggers.
      'test/adapters-persistence/unit-of-work.test.ts',
      // Counts what the plans of one server read.
      'test/operator/account-import-plans.test.ts',
      // The schema of one server.
      'test/adapters-persistence/schema.test.ts',
    ],
    globalSetup: ['test/citus/global-setup.ts'],
    // As in the everyday configuration: one copy of graphql, and services that stop at once.
    server: { deps: { inline: ['graphql', 'graphql-http'] } },
    env: { SHUTDOWN_DELAY_MS: '0' },
    isolate: false,
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
