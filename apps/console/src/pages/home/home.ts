import type { ListedWebhook } from '@carryover/adapters-persistence/queries/webhooks';
import { isInScope, scopeOf } from '@carryover/domain/access';
import { ALARM_KINDS } from '@carryover/domain/alarm';
import { webhookStateOf } from '@carryover/operations/webhook-words';
import { DEMO } from '@carryover/settings/demo';
import type { ConsoleUseCases } from '../../composition.ts';
import type { Night } from '../../figures/night.ts';
import { address, proofPath, supplierPath, supplierSetUpPath, webhookPath } from '../../view/address.ts';
import { formatFor } from '../../view/format.ts';
import { liveEvents } from '../../view/live.ts';
import { render } from '../../view/render.ts';
import { get, type PageGroup, page, type Visit } from '../../web/route.ts';
import { isWebhookWithin } from '../webhooks/find-webhooks.ts';

/** The endpoints, by their state. */
const byState = (webhooks: ReadonlyArray<ListedWebhook>) => {
  const all = webhooks.map((webhook) => ({ ...webhook, ...webhookStateOf(webhook) }));
  const those = (wanted: (typeof all)[number]['state']) => all.filter(({ state }) => state === wanted);
  return { active: those('active'), failing: those('failing'), suspended: those('suspended') };
};

/** `/`: the import suppliers, live: those that need a person first. */
export const homePages = ({ sampleData }: ConsoleUseCases, night: () => Promise<Night>): PageGroup => {
  const valuesOf = async ({ scope, may, person }: Visit) => {
    const all = await night();
    const records = scopeOf(person, 'records');
    return {
      night: {
        ...all,
        migrations: all.migrations.filter(({ organisationName }) => isInScope(scope, organisationName)),
      },
      // What a mail server says may name hosts and addresses of anybody.
      seesMailErrors: records === null,
      webhooks: byState(all.webhooks.filter((webhook) => isWebhookWithin(records, webhook))),
      webhookPath,
      ORDER: ALARM_KINDS,
      proofPath,
      address,
      supplierPath,
      supplierSetUpPath,
      mayChange: (organisation: string) => may('change', organisation),
      isLimited: scope !== null,
      setUp: may('change') ? { title: 'To the set-up', path: '/set-up' } : null,
      demo: DEMO,
      // A demo that was renamed is somebody's own.
      offersSampleData:
        sampleData.isOffered() &&
        may('change', DEMO.organisation) &&
        all.migrations.some((of) => of.organisationName === DEMO.organisation && of.code === DEMO.importSupplier),
    };
  };
  return {
    navigation: { title: 'Overview', path: '/', access: 'figures' },
    routes: [
      get('/', 'figures', async (visit) => page('Overview', 'pages/home/suppliers', await valuesOf(visit))),
      get('/live', 'figures', async (visit) => {
        const f = formatFor(visit.request);
        const show = async () => render('pages/home/live', { ...(await valuesOf(visit)), f });
        return { kind: 'events', events: (signal) => liveEvents(signal, show) };
      }),
    ],
  };
};
