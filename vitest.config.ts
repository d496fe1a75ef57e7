import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // One copy of graphql: the package has two, and Vite and Node would each take another.
    server: { deps: { inline: ['graphql', 'graphql-http'] } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
