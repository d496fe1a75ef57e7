import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { Access } from '@carryover/domain/access';
import { address, organisationPath, proofPath, supplierDataPath, supplierPath, supplierSetUpPath } from './address.ts';

/** Who looks, as a visit of a page has it. */
type Reader = { readonly may: (access: Access, organisation?: string) => boolean };

export type Link = { readonly title: string; readonly path: string };

/** Where a page is: the pages above it, the highest first, and those of the same supplier. */
export type Place = {
  readonly trail: ReadonlyArray<Link>;
  readonly tabs: ReadonlyArray<Link & { readonly isCurrent: boolean }>;
};

type Tab = {
  readonly title: string;
  readonly access: Access;
  readonly path: (organisation: string, code: string) => string;
};

const filtered =
  (path: string): Tab['path'] =>
  (organisation, supplier) =>
    address(path, { organisation, supplier });

/** The pages of a supplier, in their order. A new page is a line here, and `ofSupplier` in its route. */
const TABS = {
  overview: { title: 'Overview', access: 'figures', path: supplierPath },
  proof: { title: 'Proof', access: 'figures', path: (organisationName, code) => proofPath({ organisationName, code }) },
  reconciliation: { title: 'Reconciliation', access: 'figures', path: filtered('/reconciliation') },
  imports: { title: 'Imports', access: 'records', path: filtered('/imports') },
  refusals: { title: 'Refusals', access: 'figures', path: filtered('/refusals') },
  accounts: { title: 'Accounts', access: 'accounts', path: filtered('/accounts') },
  setUp: { title: 'Set-up', access: 'records', path: supplierSetUpPath },
  data: { title: 'Data', access: 'records', path: supplierDataPath },
  audit: { title: 'Audit', access: 'records', path: filtered('/audit') },
} as const satisfies Readonly<Record<string, Tab>>;

type TabName = keyof typeof TABS;

const OVERVIEW: Link = { title: 'Overview', path: '/' };

/** The place below other pages. */
export const under = (...links: ReadonlyArray<Link>): Place => ({ trail: [OVERVIEW, ...links], tabs: [] });

/** The place of a page of a supplier. @param below links to pages between the tab and this page, the highest first. */
export const ofSupplier = (
  { may }: Reader,
  { organisationName, code }: Pick<NamedSupplier, 'organisationName' | 'code'>,
  current: TabName,
  ...below: ReadonlyArray<Link>
): Place => ({
  trail: [
    OVERVIEW,
    ...(may('records', organisationName)
      ? [{ title: organisationName, path: organisationPath(organisationName) }]
      : []),
    { title: code, path: supplierPath(organisationName, code) },
    ...below,
  ],
  tabs: Object.entries(TABS)
    .filter(([, { access }]) => may(access, organisationName))
    .map(([name, { title, path }]) => ({ title, path: path(organisationName, code), isCurrent: name === current })),
});

/** The place of a list that a filter may limit to a supplier. */
export const ofFilter = (
  visit: Reader,
  filter: { readonly supplier: NamedSupplier | null } | null,
  current: TabName,
): Place => (filter?.supplier ? ofSupplier(visit, filter.supplier, current) : under());
