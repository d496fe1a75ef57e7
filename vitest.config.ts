import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that hold a time against the clock: alone on the machine. */
const TIMED = ['test/process/vendor-down.test.ts'];
/** Tests that start processes, wait for time-outs or try very many cases. */
const PROCESSES = [
  'test/process/**/*.test.ts',
  'test/programs/**/*.test.ts',
  'test/adapters-http/slow-clients.test.ts',
  'test/adapters-persistence/timeouts.test.ts',
  'test/adapters-persistence/unit-of-work.test.ts',
  'test/console/forms.test.ts',
  'test/console/limits.test.ts',
  'test/console/reconciliation.test.ts',
  'test/console/tenancy.test.ts',
  'test/console/undos.test.ts',
  'test/loader/files-kept.test.ts',
  'test/loader/gateways.test.ts',
  'test/loader/resume.test.ts',
  'test/loader/standard-input.test.ts',
  'test/operations/alerts.test.ts',
  'test/operations/roles.test.ts',
  'test/adapters-vendor/hostile-answers.test.ts',
  'test/adapters-vendor/resilience.test.ts',
  'test/operator/adversary/**/*.test.ts',
  'test/operator/archive.test.ts',
  'test/operator/evidence/forge*.test.ts',
  'test/operator/rename.test.ts',
  'test/operator/seals.test.ts',
  'test/operator/storage-proof.test.ts',
  'test/operator/undo.test.ts',
  'test/operator/undo-properties.test.ts',
  'test/operator/undo-range.test.ts',
  'test/security/api-keys.test.ts',
  'test/hostile/**/*.test.ts',
  'test/tenancy/**/*.test.ts',
];
/** Tests of pages in a real browser. */
const BROWSER = ['test/browser/**/*.test.ts'];
/** Tests that build the container image and run it. */
const IMAGE = ['test/image/**/*.test.ts'];

/** `npm test` runs the project `everything`, `npm run test:all` all of them. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // One copy of graphql: the package has two, and Vite and Node would each take another.
    server: { deps: { inline: ['graphql', 'graphql-http'] } },
    // A service that is told to stop says so for a second first; one test waits for that.
    env: { SHUTDOWN_DELAY_MS: '0' },
    // One more than the processors of the smallest machine: many tests wait for a time-out or a database.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Hundreds of databases are removed from a server of one's own.
    teardownTimeout: 60_000,
    // A second, the default, passes on a busy machine before a request has arrived.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'everything',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...PROCESSES, ...BROWSER, ...IMAGE],
          // Tests leave nothing behind in their process, so what is loaded serves the next file too.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: PROCESSES,
          exclude: [...configDefaults.exclude, ...TIMED],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'timed', include: TIMED, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        // Rendering all of a large schema takes a browser seconds, and all processors.
        test: { name: 'browser', include: BROWSER, maxWorkers: 2, testTimeout: 180_000, sequence: { groupOrder: 3 } },
      },
      {
        extends: true,
        // Beside those that start processes: one test waits for the image, and they wait for much else.
        test: { name: 'image', include: IMAGE, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
