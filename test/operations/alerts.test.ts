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
const LAG = 'nodejs_eventloop_lag_p99_seconds{job="carryover",instance="a"}';
const LAST = 'carryover_import_last_accepted_timestamp_seconds{job="carryover",instance="a",endpoint="notes/create"}';
const REFUSED = 'carryover_vendor_credentials_refused_total{job="carryover",instance="a",vendor="STRIPE"}';
const BREAKER = 'carryover_vendor_breaker_open{job="carryover",instance="a",vendor="STRIPE"}';
const CREATE = 'transactions/create';

/** For each alert at least one case in which it fires, and one in which it does not. */
const CASES: ReadonlyArray<Case> = [
  {
    alert: 'CarryoverDown',
    when: 'a process does not answer for a minute',
    series: { [up('a')]: '1 1 0x20', [up('b')]: '1x20' },
    at: '3m',
    fires: [{ job: 'carryover', instance: 'a' }],
  },
  {
    alert: 'CarryoverDown',
    when: 'one scrape fails',
    series: { [up('a')]: '1 1 0 1x20' },
    at: '3m',
    fires: [],
  },
  {
    alert: 'CarryoverGone',
    when: 'the only target vanishes',
    series: { [up('a')]: '1x10 stale _x80' },
    at: '8m',
    fires: [{ job: 'carryover' }],
  },
  {
    alert: 'CarryoverGone',
    when: 'there never was a target',
    series: { 'up{job="other"}': '1x20' },
    at: '3m',
    fires: [{ job: 'carryover' }],
  },
  {
    alert: 'CarryoverGone',
    when: 'a target is known that does not answer',
    series: { [up('a')]: '0x40' },
    at: '5m',
    fires: [],
  },
  {
    alert: 'CarryoverReplicaGone',
    when: 'one of two targets vanishes',
    series: { [up('a')]: '1x400', [up('b')]: '1x40 stale _x400' },
    at: '40m',
    fires: [{}],
  },
  {
    alert: 'CarryoverReplicaGone',
    when: 'another target takes the place of one',
    series: { [up('a')]: '1x400', [up('b')]: '1x40 stale _x400', [up('c')]: '_x44 1x400' },
    at: '40m',
    fires: [],
  },
  {
    alert: 'CarryoverReplicaGone',
    when: 'one of two was ended on purpose more than an hour ago',
    series: { [up('a')]: '1x600', [up('b')]: '1x40 stale _x600' },
    at: '2h',
    fires: [],
  },
  {
    alert: 'CarryoverCrashLoop',
    when: 'a process ends every two minutes, and each lives long enough for CarryoverDown not to fire',
    series: { [startOf('a')]: '100x7 220x7 340x7 460x7', [up('a')]: '1x7 0 1x6 0 1x6 0 1x7' },
    at: '8m',
    fires: [{ instance: 'a' }],
  },
  {
    alert: 'CarryoverCrashLoop',
    when: 'a worker ends every two minutes',
    series: { [startOf('a', '1')]: '100x40', [startOf('a', '2')]: '100x7 220x7 340x7 460x7' },
    at: '8m',
    fires: [{ instance: 'a' }],
  },
  {
    alert: 'CarryoverCrashLoop',
    when: 'a worker cannot start',
    series: { [RESTARTS]: '0x10 1+1x40' },
    at: '10m',
    fires: [{ instance: 'a' }],
  },
  {
    alert: 'CarryoverCrashLoop',
    when: 'a process is replaced once, and a worker too',
    series: { [startOf('a')]: '100x20 500x40', [RESTARTS]: '0x20 1x40' },
    at: '12m',
    fires: [],
  },
  {
    alert: 'CarryoverNotReady',
    when: 'the database does not answer, and no client sends anything',
    series: { [requests('readyz', 200)]: '0+10x20 200x40', [requests('readyz', 503)]: '_x20 1+10x40' },
    at: '12m',
    fires: [{ instance: 'a' }],
  },
  {
    alert: 'CarryoverNotReady',
    when: 'a process says 503 for a moment',
    series: { [requests('readyz', 200)]: '0+10x60', [requests('readyz', 503)]: '0x20 4x40' },
    at: '7m',
    fires: [],
  },
  {
    alert: 'CarryoverFails',
    when: 'one request in an hour ends with 500',
    series: { [requests(CREATE, 500, 'error')]: '0x20 1x40' },
    at: '8m',
    fires: [{}],
  },
  {
    alert: 'CarryoverFails',
    when: 'a vendor is unavailable, or a scrape fails',
    series: {
      [requests('payment-instruction/create', 500, 'payment_vendor_unavailable')]: '0+3x40',
      [requests('metrics', 500, 'error')]: '0+3x40',
    },
    at: '8m',
    fires: [],
  },
  {
    alert: 'CarryoverUnavailable',
    when: 'all clients get 503, beside many more probes',
    series: {
      [requests(CREATE, 503, 'unavailable')]: '0+3x80',
      [requests('livez', 200)]: '0+900x80',
      [requests('readyz', 200)]: '0+900x80',
      [requests('metrics', 200)]: '0+1x80',
    },
    at: '15m',
    fires: [{}],
  },
  {
    alert: 'CarryoverUnavailable',
    when: 'probes alone get 503, and 3 % of the clients',
    series: {
      [requests('readyz', 503)]: '0+900x80',
      [requests(CREATE, 503, 'unavailable')]: '0+3x80',
      [requests(CREATE, 201)]: '0+97x80',
    },
    at: '15m',
    fires: [],
  },
  {
    alert: 'CarryoverConnectionsExhausted',
    when: 'requests of one process wait all the time',
    series: { [waiting('a')]: '3x40', [waiting('b')]: '0x40' },
    at: '6m',
    fires: [{ instance: 'a' }],
  },
  {
    alert: 'CarryoverConnectionsExhausted',
    when: 'requests wait now and then',
    series: { [waiting('a')]: '3x10 0 3x10 0 3x10' },
    at: '6m',
    fires: [],
  },
  {
    alert: 'CarryoverEventLoopFull',
    when: 'the event loop lags for ten minutes',
    series: { [LAG]: '0.8x60' },
    at: '12m',
    fires: [{ instance: 'a' }],
  },
  { alert: 'CarryoverEventLoopFull', when: 'it lags a little', series: { [LAG]: '0.1x60' }, at: '12m', fires: [] },
  {
    alert: 'CarryoverImportsStalled',
    when: 'clients send, and the last import was accepted long ago',
    series: { [LAST]: '0x400', [requests(CREATE, 400, 'invalid')]: '0+1x400' },
    at: '30m',
    fires: [{}],
  },
  {
    alert: 'CarryoverImportsStalled',
    when: 'clients send, and none was accepted since the start',
    series: { [requests(CREATE, 400, 'invalid')]: '0+1x400' },
    at: '10m',
    fires: [{}],
  },
  {
    alert: 'CarryoverImportsStalled',
    when: 'nobody sends anything',
    series: { [LAST]: '0x400', [requests(CREATE, 201)]: '7x400' },
    at: '30m',
    fires: [],
  },
  {
    alert: 'CarryoverRefusals',
    when: 'a third of all imports is refused',
    series: { [requests(CREATE, 400, 'invalid')]: '0+1x400', [requests(CREATE, 201)]: '0+2x400' },
    at: '40m',
    fires: [{}],
  },
  {
    alert: 'CarryoverRefusals',
    when: 'a tenth of all imports is refused, and every dry run',
    series: {
      [requests(CREATE, 400, 'invalid')]: '0+1x400',
      [requests(CREATE, 201)]: '0+9x400',
      [requests('transactions/validate', 400, 'invalid')]: '0+50x400',
    },
    at: '40m',
    fires: [],
  },
  {
    alert: 'CarryoverThrottles',
    when: 'somebody guesses API keys for a quarter of an hour',
    series: { [requests('graphql', 429, 'too_many_requests')]: '0+5x400' },
    at: '20m',
    fires: [{ endpoint: 'graphql' }],
  },
  {
    alert: 'CarryoverThrottles',
    when: 'a client was too fast for a moment',
    series: { [requests(CREATE, 429, 'too_many_requests')]: '0x4 9x400' },
    at: '30m',
    fires: [],
  },
  {
    alert: 'CarryoverVendorCredentialsRefused',
    when: 'a vendor refuses our credentials once',
    series: { [REFUSED]: '0x8 1x20' },
    at: '5m',
    fires: [{ vendor: 'STRIPE' }],
  },
  {
    alert: 'CarryoverVendorCredentialsRefused',
    when: 'it did so before the credentials were replaced',
    series: { [REFUSED]: '3x100' },
    at: '20m',
    fires: [],
  },
  {
    alert: 'CarryoverVendorDown',
    when: 'the breaker of a vendor stays open',
    series: { [BREAKER]: '1x40' },
    at: '6m',
    fires: [{ vendor: 'STRIPE' }],
  },
  {
    alert: 'CarryoverVendorDown',
    when: 'it opens for a minute',
    series: { [BREAKER]: '1x4 0x40' },
    at: '6m',
    fires: [],
  },
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
