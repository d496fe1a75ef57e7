// Makes the pictures of the console for README and docs, of a demo with sample data: `npm run docs:screenshots`.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const WINDOW = { width: 1200, height: 820 };

/** Starts a program. @returns the process, and the first match of what it prints. */
const start = async (program, environment, pattern) => {
  const child = spawn(process.execPath, [join(ROOT, program)], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [found] = pattern.exec(line) ?? [];
    if (found !== undefined) {
      child.stdout.resume();
      return { child, found };
    }
  }
  throw new Error(`${program} ended before it was ready.`);
};

const stop = (child) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill();
  });

/** Loads sample data for a minute, and takes the pictures. */
const picture = async (page, signInUrl) => {
  await page.goto(signInUrl);
  await page.getByRole('link', { name: 'See the demo supplier move' }).click();
  await page.getByRole('button', { name: 'Generate sample data' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByRole('button', { name: 'Generate sample data' }).waitFor({ timeout: 300_000 });
  await page.screenshot({ path: join(ROOT, 'docs/images/console-overview.png') });
};

const dataDir = await mkdtemp(join(tmpdir(), 'carryover-screenshots-'));
const environment = { DATA_DIR: dataDir, PORT: '0', CONSOLE_PORT: '0' };
const service = await start('apps/api/src/main.ts', { ...environment, CONSOLE: 'off' }, /http:\/\/127\.0\.0\.1:\d+/);
const started = await start('apps/console/src/main.ts', environment, /http:\S+\/sign-in\S+/);
const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await picture(await browser.newPage({ viewport: WINDOW, locale: 'en-GB' }), started.found);
} finally {
  await browser.close();
  await stop(started.child);
  await stop(service.child);
  await rm(dataDir, { recursive: true, force: true });
}
