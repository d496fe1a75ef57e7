import { existsSync } from 'node:fs';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { RunningConsole } from '../support/a-console.ts';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Returns true if this machine has a browser; `.ci/run` installs one. */
export const hasBrowser = existsSync(EXECUTABLE);
export const NO_BROWSER = `no browser at ${EXECUTABLE}: install chromium, or set CHROMIUM to its path`;

/** Nothing that the browser does by itself: it asks for what the pages ask for. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Browser = {
  readonly open: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  readonly close: () => Promise<void>;
};

/** A browser, started when it is first used; each of its contexts begins without cookies and without a cache. */
export const aBrowser = (): Browser => {
  let started: ReturnType<typeof chromium.launch> | null = null;
  return {
    open: async (options = {}) => {
      started ??= chromium.launch({ executablePath: EXECUTABLE, headless: true, args: FLAGS });
      return (await started).newContext(options);
    },
    close: async () => (await started)?.close(),
  };
};

/** Opens a session of the console with these roles in a browser. */
export const signIn = async (
  context: BrowserContext,
  console: RunningConsole,
  ...roles: ReadonlyArray<string>
): Promise<void> => {
  const [name, value] = (await console.as(...roles)).cookie.split('=') as [string, string];
  await context.clearCookies();
  await context.addCookies([{ name, value, url: console.baseUrl, httpOnly: true, sameSite: 'Strict' }]);
};

/**
 * Notes what a page does that it should not: messages of the console, exceptions, requests that fail or go elsewhere,
 * breaches of its content security policy (which the console reports as errors too).
 */
export const complaintsOf = (page: Page, baseUrl: string): ReadonlyArray<string> => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Leaving a page ends what it still asks for.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !url.startsWith('data:')) complaints.push(`elsewhere: ${url}`);
  });
  return complaints;
};
