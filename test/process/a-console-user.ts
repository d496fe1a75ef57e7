import { expect } from 'vitest';
import { ORGANISATION } from '../operations/a-production.ts';

/** Opens a one-time link. @returns the cookie of the session. */
export const signIn = async (link: string): Promise<string> => {
  const { headers } = await fetch(link, { redirect: 'manual' });
  return headers.getSetCookie()[0]!.split(';')[0]!;
};

/**
 * Reconciles the supplier ACME in the console, as its form does, and waits for the end.
 *
 * @returns the status of a file of the run.
 */
export const reconcileInConsole = async (
  origin: string,
  cookie: string,
): Promise<(file: string) => Promise<number>> => {
  const form = new FormData();
  const totals = 'external_account_number,ledger_number,type,count,sum\nE-1,L-1,CHARGE,0,0.00\n';
  form.append('file', new Blob([totals]), 'totals.csv');
  const path = `/reconciliation?organisation=${encodeURIComponent(ORGANISATION)}&supplier=ACME`;
  const sent = await fetch(`${origin}${path}`, { method: 'POST', headers: { cookie }, body: form, redirect: 'manual' });
  expect({ status: sent.status, text: await sent.text() }).toMatchObject({ status: 303 });
  const run = `${origin}${sent.headers.get('location')}`;
  const get = (url: string) => fetch(url, { headers: { cookie } });
  const isRunning = () => get(run).then(async (page) => (await page.text()).includes('Running</span>'));
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false);
  return async (file) => (await get(`${run}/files/${file}`)).status;
};
