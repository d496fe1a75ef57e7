import { defineConfig } from 'vitest/config';

/** Long tests with PostgreSQL's own tools, which no other command runs. */
export default defineConfig({
  test: {
    include: ['test/operations/backup/*.long.ts'],
    // As in the everyday configuration: one copy of graphql.
    server: { deps: { inline: ['graphql', 'graphql-http'] } },
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is told at the end is what was seen, for docs/operations.md.
    disableConsoleIntercept: true,
  },
});
