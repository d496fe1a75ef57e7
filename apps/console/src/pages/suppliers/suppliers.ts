import { identified, type NamedSupplier } from '@carryover/application/ports/administration';
import { ITEM_KINDS } from '@carryover/operations/item-kinds';
import { DEMO } from '@carryover/settings/demo';
import { LRUCache } from 'lru-cache';
import type { ConsoleUseCases } from '../../composition.ts';
import type { Night } from '../../figures/night.ts';
import { address, organisationPath, supplierPath, supplierSetUpPath } from '../../view/address.ts';
import { formatFor } from '../../view/format.ts';
import { countNumber, liveEvents } from '../../view/live.ts';
import { ofSupplier } from '../../view/place.ts';
import { render } from '../../view/render.ts';
import { actorOf, within } from '../../web/input.ts';
import { notFound, orProblem } from '../../web/problem.ts';
import { type Answer, get, type PageGroup, page, post, redirect, type Visit } from '../../web/route.ts';
import { theSupplier } from '../find-suppliers.ts';
import { readProof } from '../reconciliation/runs.ts';
import { readSupplierView, SPANS, type SpanName, type SupplierView } from './supplier-view.ts';

/** Figures change every second; all who watch a supplier share one read. */
const EVERY_MS = 500;

const isSpan = (text: string): text is SpanName => Object.hasOwn(SPANS, text);

/** `/suppliers/{organisation}/{code}`: the migration of one supplier. */
export const supplierPages = (useCases: ConsoleUseCases, night: () => Promise<Night>): PageGroup => {
  const { operator, sampleData } = useCases;

  const isDemo = ({ organisationName, code }: NamedSupplier): boolean =>
    sampleData.isOffered() && organisationName === DEMO.organisation && code === DEMO.importSupplier;

  const change = async (visit: Visit, run: () => unknown): Promise<Answer> => {
    within(visit.scope, DEMO.organisation);
    if (!sampleData.isOffered()) throw notFound();
    await run();
    return redirect(supplierPath(DEMO.organisation, DEMO.importSupplier));
  };

  const spanOf = ({ query }: Visit): SpanName | null => {
    const text = query.get('span') ?? '';
    return isSpan(text) ? text : null;
  };

  const shared = new LRUCache<string, Promise<SupplierView>>({
    ttl: EVERY_MS,
    ttlAutopurge: true,
    memoMethod: (key) => {
      const { supplier, span } = JSON.parse(key) as { supplier: NamedSupplier; span: SpanName | null };
      return readSupplierView(useCases, supplier, span);
    },
  });

  const valuesOf = async (visit: Visit, view: SupplierView) => {
    const { organisationName, code } = view.supplier;
    const path = supplierPath(organisationName, code);
    const span = spanOf(visit);
    return {
      ...view,
      migration: (await night()).migrations.find(({ id }) => id === view.supplier.id) ?? null,
      resume: visit.may('change', organisationName)
        ? address(`${supplierSetUpPath(organisationName, code)}/status`, { to: 'Ongoing' })
        : null,
      path,
      span,
      spans: Object.keys(SPANS),
      mayRecords: visit.may('records', organisationName),
      setUp: visit.may('records', organisationName) ? supplierSetUpPath(organisationName, code) : null,
      keys: visit.may('records', organisationName) ? organisationPath(organisationName) : null,
      mayAccounts: visit.may('accounts', organisationName),
      address,
      sampleData: isDemo(view.supplier) && visit.may('change', organisationName) ? sampleData.state() : null,
    };
  };

  const live = (visit: Visit, supplier: NamedSupplier, signal: AbortSignal): AsyncIterable<string> => {
    const f = formatFor(visit.request);
    const key = () => JSON.stringify({ supplier, span: spanOf(visit), count: countNumber() });
    return liveEvents(signal, async () =>
      render('pages/suppliers/live', { ...(await valuesOf(visit, await shared.memo(key()))), f }),
    );
  };

  return {
    routes: [
      get('/suppliers/:organisation/:code', 'figures', async (visit) => {
        const supplier = await theSupplier(operator.suppliers, visit);
        const [view, proven, registered] = await Promise.all([
          readSupplierView(useCases, supplier, spanOf(visit)),
          readProof(useCases, supplier),
          orProblem(operator.registeredTotals.items(supplier)),
        ]);
        const values = {
          ...(await valuesOf(visit, view)),
          ...proven,
          registered,
          kinds: ITEM_KINDS,
          reconciliations: address('/reconciliation', {
            organisation: supplier.organisationName,
            supplier: supplier.code,
          }),
        };
        const title = `${supplier.code} of ${supplier.organisationName}`;
        return page(title, 'pages/suppliers/supplier', values, ofSupplier(visit, supplier, 'overview'));
      }),
      post('/sample-data', 'change', (visit) => change(visit, () => sampleData.start(identified(actorOf(visit))))),
      post('/sample-data/stop', 'change', (visit) => change(visit, sampleData.stop)),
      get('/suppliers/:organisation/:code/live', 'figures', async (visit) => {
        const supplier = await theSupplier(operator.suppliers, visit);
        return { kind: 'events', events: (signal) => live(visit, supplier, signal) };
      }),
    ],
  };
};
