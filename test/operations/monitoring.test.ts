import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { send } from '../support/requests.ts';

/** Roles of the database are named alike. */
const METRIC =
  /\b((?:carryover|nodejs|process)_(?!(?:service|migrations|operator|corrections|console)\b)[a-z0-9_]+)\b/g;
const metricsIn = (file: string): ReadonlyArray<string> => [
  ...new Set([...readFileSync(file, 'utf8').matchAll(METRIC)].map(([name]) => name)),
];

const service = await theService();
const { text } = await send(`${service.baseUrl}/metrics`, { method: 'GET' });
const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
const known = new Set(
  declared.flatMap(([, name, type]) =>
    type === 'histogram' ? [name!, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
  ),
);

describe('what watches the service', () => {
  it.each(['docs/monitoring/alerts.yml', 'docs/monitoring/grafana-dashboard.json', 'docs/operations.md'])(
    '%s asks for metrics that the service has',
    (file) => {
      const asked = metricsIn(file);
      expect(asked.length).toBeGreaterThan(3);
      expect(asked.filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('has an entry in the runbook for each alert, at the address that the alert gives', () => {
    const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8').split('- alert: ').slice(1);
    expect(rules.length).toBeGreaterThan(5);
    for (const rule of rules) {
      const [, file, anchor] = /runbook_url: (\S+)#(\S+)$/m.exec(rule)!;
      expect(anchor).toBe(/^\w+/.exec(rule)![0].toLowerCase());
      expect(readFileSync(file!, 'utf8')).toContain(`<a id="${anchor}"></a>`);
    }
  });

  it('finds metrics that are named as promtool wants them', async () => {
    const { text } = await send(`${service.baseUrl}/metrics`, { method: 'GET' });
    const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name: name!, type }));
    expect(declared.length).toBeGreaterThan(20);
    const isMisnamed = ({ name, type }: { readonly name: string; readonly type: string | undefined }) =>
      name.endsWith('_total') !== (type === 'counter') ||
      /_(counter|gauge|histogram|summary)(_|$)|_(milliseconds|minutes|megabytes|percent)(_|$)|[A-Z:]/.test(name) ||
      !text.includes(`# HELP ${name} `);
    expect(declared.filter(isMisnamed)).toEqual([]);
  });
});
