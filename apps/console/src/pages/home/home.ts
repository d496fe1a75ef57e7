import { isInScope } from '@carryover/domain/access';
import { DEMO } from '@carryover/settings/demo';
import type { ConsoleUseCases } from '../../composition.ts';
import { ALARMS, type Night } from '../../figures/night.ts';
import { address, supplierPath, supplierSetUpPath } from '../../view/address.ts';
import { formatFor } from '../../view/format.ts';
import { liveEvents } from '../../view/live.ts';
import { render } from '../../view/render.ts';
import { get, type PageGroup, page, type Visit } from '../../web/route.ts';

/** `/`: the import suppliers, live: those that need a person first. */
export const homePages = ({ sampleData }: ConsoleUseCases, night: () => Promise<Night>): PageGroup => {
  const valuesOf = async ({ scope, may }: Visit) => {
    const all = await night();
    return {
      night: {
        ...all,
        migrations: all.migrations.filter(({ organisationName }) => isInScope(scope, organisationName)),
      },
      ORDER: ALARMS,
      address,
      supplierPath,
      supplierSetUpPath,
      mayChange: (organisation: string) => may('change', organisation),
      isLimited: scope !== null,
      setUp: may('change') ? { title: 'To the set-up', path: '/set-up' } : null,
      demo: DEMO,
      offersSampleData: sampleData.isOffered() && may('change', DEMO.organisation),
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
