import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { aFolder } from '../support/a-file.ts';

const RULES = 'docs/monitoring/alerts.yml';

type Rule = {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};
const rules: ReadonlyArray<Rule> = parse(readFileSync(RULES, 'utf8')).groups.flatMap(
  (group: { readonly rules: ReadonlyArray<Rule> }) => group.rules,
);

/** Series by name, in promtool's notation: `0+3x80` is 0, 3, 6, … 240, one value every 15 seconds; `_` is none. */
type Series = Readonly<Record<string, string>>;

type Case = {
  readonly alert: string;
  readonly when: string;
  readonly series: Series;
  /** The moment that is looked at. */
  readonly at: string;
  /** The labels of each alert that fires, other than its own. */
  readonly fires: ReadonlyArray<Readonly<Record<string, string>>>;
};

const up = (instance: string) => `up{job="carryover",instance="${instance}"}`;
const requests = (endpoint: string, status: number, code = '', instance = 'a') =>
  `carryover_http_requests_total{job="carryover",instance="${instance}",endpoint="${endpoint}",status="${status}",code="${code}"}`;
const startOf = (instance: string, worker = '') =>
  `process_start_time_seconds{job="carryover",instance="${instance}"${worker === '' ? '' : `,worker="${worker}"`}}`;
const RESTARTS = 'carryover_worker_restarts_total{job="carryover",instance="a"}';
const waiting = (instance: string) =>
  `carryover_database_connections{job="carryover",instance="${instance}",state="waiting"}`;
const sealLag = (instance: string) => `carryover_seal_lag_seconds{job="carryover",instance="${instance}"}`;
const heldBack = (instance: string) => `carryover_held_back_seconds{job="carryover",instance="${instance}"}`;
const LAG = 'nodejs_eventloop_lag_p99_seconds{job="carryover",instance="a"}';
const LAST = 'carryover_import_last_accepted_timestamp_seconds{job="carryover",instance="a",endpoint="notes/create"}';
const REFUSED = 'carryover_vendor_credentials_refused_total{job="carryover",instance="a",vendor="STRIPE"}';
const BREAKER = 'carryover_vendor_breaker_open{job="carryover",instance="a",vendor="STRIPE"}';
const CREATE = 'transactions/create';

const fires = (alert: string, when: string, at: string, series: Series, labels: Case['fires'][number]): Case => ({
  alert,
  when,
  series,
  at,
  fires: [labels],
});
const silent = (alert: string, when: string, at: string, series: Series): Case => ({
  alert,
  when,
  series,
  at,
  fires: [],
});

/** For each alert at least one case in which it fires, and one in which it does not. */
const CASES: ReadonlyArray<Case> = [
  fires(
    'CarryoverDown',
    'a process does not answer for a minute',
    '3m',
    { [up('a')]: '1 1 0x20', [up('b')]: '1x20' },
    { job: 'carryover', instance: 'a' },
  ),
  silent('CarryoverDown', 'one scrape fails', '3m', { [up('a')]: '1 1 0 1x20' }),
  fires('CarryoverGone', 'the only target vanishes', '8m', { [up('a')]: '1x10 stale _x80' }, { job: 'carryover' }),
  fires('CarryoverGone', 'there never was a target', '3m', { 'up{job="other"}': '1x20' }, { job: 'carryover' }),
  silent('CarryoverGone', 'a target is known that does not answer', '5m', { [up('a')]: '0x40' }),
  fires(
    'CarryoverReplicaGone',
    'one of two targets vanishes',
    '40m',
    { [up('a')]: '1x400', [up('b')]: '1x40 stale _x400' },
    {},
  ),
  silent('CarryoverReplicaGone', 'another target takes the place of one', '40m', {
    [up('a')]: '1x400',
    [up('b')]: '1x40 stale _x400',
    [up('c')]: '_x44 1x400',
  }),
  silent('CarryoverReplicaGone', 'one of two was ended on purpose more than an hour ago', '2h', {
    [up('a')]: '1x600',
    [up('b')]: '1x40 stale _x600',
  }),
  fires(
    'CarryoverCrashLoop',
    'a process ends every two minutes, and each lives long enough for CarryoverDown not to fire',
    '8m',
    { [startOf('a')]: '100x7 220x7 340x7 460x7', [up('a')]: '1x7 0 1x6 0 1x6 0 1x7' },
    { instance: 'a' },
  ),
  fires(
    'CarryoverCrashLoop',
    'a worker ends every two minutes',
    '8m',
    { [startOf('a', '1')]: '100x40', [startOf('a', '2')]: '100x7 220x7 340x7 460x7' },
    { instance: 'a' },
  ),
  fires('CarryoverCrashLoop', 'a worker cannot start', '10m', { [RESTARTS]: '0x10 1+1x40' }, { instance: 'a' }),
  silent('CarryoverCrashLoop', 'a process is replaced once, and a worker too', '12m', {
    [startOf('a')]: '100x20 500x40',
    [RESTARTS]: '0x20 1x40',
  }),
  fires(
    'CarryoverNotReady',
    'the database does not answer, and no client sends anything',
    '12m',
    { [requests('readyz', 200)]: '0+10x20 200x40', [requests('readyz', 503)]: '_x20 1+10x40' },
    { instance: 'a' },
  ),
  silent('CarryoverNotReady', 'a process says 503 for a moment', '7m', {
    [requests('readyz', 200)]: '0+10x60',
    [requests('readyz', 503)]: '0x20 4x40',
  }),
  fires(
    'CarryoverFails',
    'one request in an hour ends with 500',
    '8m',
    { [requests(CREATE, 500, 'error')]: '0x20 1x40' },
    {},
  ),
  silent('CarryoverFails', 'a vendor is unavailable, or a scrape fails', '8m', {
    [requests('payment-instruction/create', 500, 'payment_vendor_unavailable')]: '0+3x40',
    [requests('metrics', 500, 'error')]: '0+3x40',
  }),
  fires(
    'CarryoverUnavailable',
    'all clients get 503, beside many more probes',
    '15m',
    {
      [requests(CREATE, 503, 'unavailable')]: '0+3x80',
      [requests('livez', 200)]: '0+900x80',
      [requests('readyz', 200)]: '0+900x80',
      [requests('metrics', 200)]: '0+1x80',
    },
    {},
  ),
  silent('CarryoverUnavailable', 'probes alone get 503, and 3 % of the clients', '15m', {
    [requests('readyz', 503)]: '0+900x80',
    [requests(CREATE, 503, 'unavailable')]: '0+3x80',
    [requests(CREATE, 201)]: '0+97x80',
  }),
  fires(
    'CarryoverConnectionsExhausted',
    'requests of one process wait all the time',
    '6m',
    { [waiting('a')]: '3x40', [waiting('b')]: '0x40' },
    { instance: 'a' },
  ),
  silent('CarryoverConnectionsExhausted', 'requests wait now and then', '6m', { [waiting('a')]: '3x10 0 3x10 0 3x10' }),
  fires('CarryoverEventLoopFull', 'the event loop lags for ten minutes', '12m', { [LAG]: '0.8x60' }, { instance: 'a' }),
  silent('CarryoverEventLoopFull', 'it lags a little', '12m', { [LAG]: '0.1x60' }),
  fires(
    'CarryoverImportsStalled',
    'clients send, and the last import was accepted long ago',
    '30m',
    { [LAST]: '0x400', [requests(CREATE, 400, 'invalid')]: '0+1x400' },
    {},
  ),
  fires(
    'CarryoverImportsStalled',
    'clients send, and none was accepted since the start',
    '10m',
    { [requests(CREATE, 400, 'invalid')]: '0+1x400' },
    {},
  ),
  silent('CarryoverImportsStalled', 'nobody sends anything', '30m', {
    [LAST]: '0x400',
    [requests(CREATE, 201)]: '7x400',
  }),
  fires(
    'CarryoverRefusals',
    'a third of all imports is refused',
    '40m',
    { [requests(CREATE, 400, 'invalid')]: '0+1x400', [requests(CREATE, 201)]: '0+2x400' },
    {},
  ),
  silent('CarryoverRefusals', 'a tenth of all imports is refused, and every dry run', '40m', {
    [requests(CREATE, 400, 'invalid')]: '0+1x400',
    [requests(CREATE, 201)]: '0+9x400',
    [requests('transactions/validate', 400, 'invalid')]: '0+50x400',
  }),
  fires(
    'CarryoverThrottles',
    'somebody guesses API keys for a quarter of an hour',
    '20m',
    { [requests('graphql', 429, 'too_many_requests')]: '0+5x400' },
    { endpoint: 'graphql' },
  ),
  silent('CarryoverThrottles', 'a client was too fast for a moment', '30m', {
    [requests(CREATE, 429, 'too_many_requests')]: '0x4 9x400',
  }),
  fires(
    'CarryoverVendorCredentialsRefused',
    'a vendor refuses our credentials once',
    '5m',
    { [REFUSED]: '0x8 1x20' },
    { vendor: 'STRIPE' },
  ),
  silent('CarryoverVendorCredentialsRefused', 'it did so before the credentials were replaced', '20m', {
    [REFUSED]: '3x100',
  }),
  fires('CarryoverVendorDown', 'the breaker of a vendor stays open', '6m', { [BREAKER]: '1x40' }, { vendor: 'STRIPE' }),
  silent('CarryoverVendorDown', 'it opens for a minute', '6m', { [BREAKER]: '1x4 0x40' }),
  fires('CarryoverWebhookSuspended', 'one was given up', '5m', { carryover_webhooks_suspended: '0x8 1x20' }, {}),
  silent('CarryoverWebhookSuspended', 'it was resumed', '5m', { carryover_webhooks_suspended: '1x8 0x20' }),
  fires(
    'CarryoverWebhookBehind',
    'one fails for half an hour',
    '35m',
    { carryover_webhook_lag_seconds: '0+15x200' },
    {},
  ),
  silent('CarryoverWebhookBehind', 'it failed for a while', '35m', { carryover_webhook_lag_seconds: '0+15x70 0x200' }),
  fires(
    'CarryoverNotSealed',
    'no process seals',
    '35m',
    { [sealLag('a')]: '0+15x200', [sealLag('b')]: '0+15x200' },
    {},
  ),
  silent('CarryoverNotSealed', 'another process seals', '35m', { [sealLag('a')]: '0+15x200', [sealLag('b')]: '0x200' }),
  fires(
    'CarryoverHeldBack',
    'a transaction stays open',
    '10m',
    { [heldBack('a')]: '0+15x200', [heldBack('b')]: '0+15x200' },
    {},
  ),
  silent('CarryoverHeldBack', 'transactions come and go', '10m', {
    [heldBack('a')]: '0+15x10 0+15x10 0+15x10 0+15x10',
  }),
];

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
const title = `the alert rules${hasPromtool ? '' : ': needs promtool (Debian package prometheus)'}`;

const withOwn = (alert: string, labels: Readonly<Record<string, string>>) => {
  const rule = rules.find((one) => one.alert === alert)!;
  return { exp_labels: { ...labels, ...rule.labels }, exp_annotations: rule.annotations };
};

/** Rejects, with the difference, if the alerts at that moment are others. */
const test = async ({ alert, series, at, fires }: Case): Promise<void> => {
  const file = join(aFolder(), 'alerts.test.json');
  const input = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const expected = { eval_time: at, alertname: alert, exp_alerts: fires.map((labels) => withOwn(alert, labels)) };
  const tests = [{ interval: '15s', input_series: input, alert_rule_test: [expected] }];
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify({ rule_files: [resolve(RULES)], evaluation_interval: '15s', tests }));
  await promisify(execFile)('promtool', ['test', 'rules', file]);
};

describe('the cases of the alert rules', () => {
  it('are at least one in which each fires, and one in which it does not', () => {
    const of = (isFiring: boolean) =>
      new Set(CASES.filter(({ fires }) => fires.length > 0 === isFiring).map(({ alert }) => alert));
    const all = new Set(rules.map(({ alert }) => alert));
    expect([of(true), of(false)]).toEqual([all, all]);
  });
});

describe.skipIf(!hasPromtool)(title, () => {
  it.each(CASES.filter(({ fires }) => fires.length > 0).map((one) => [one.alert, one.when, one] as const))(
    '%s fires: %s',
    (_, __, one) => test(one),
  );

  it.each(CASES.filter(({ fires }) => fires.length === 0).map((one) => [one.alert, one.when, one] as const))(
    '%s does not fire: %s',
    (_, __, one) => test(one),
  );
});
