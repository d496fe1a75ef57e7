import type { ContenderName } from './contenders/contender.ts';
import type { KindName } from './items/kinds.ts';

/** A scenario: a kind of item and their number per request. */
export type Scenario = {
  readonly name: string;
  readonly kind: KindName;
  readonly items: number;
  /** `first`: new items. `again`: the same requests once more, right after they were first sent. `moved`: outside the open period. */
  readonly way: 'first' | 'again' | 'moved';
  /** The contenders of the scenario. */
  readonly contenders: ReadonlyArray<ContenderName>;
  /** True if `--quick` measures it. */
  readonly isQuick: boolean;
};

const HANDLERS: ReadonlyArray<ContenderName> = ['floor', 'service', 'insert-many'];
const OF_TRANSACTIONS: ReadonlyArray<ContenderName> = ['limit', ...HANDLERS, 'floor-copy'];
const OF_OTHERS: ReadonlyArray<ContenderName> = ['limit', ...HANDLERS];

const scenario = (
  kind: KindName,
  items: number,
  {
    way = 'first',
    contenders = kind === 'transactions' ? OF_TRANSACTIONS : OF_OTHERS,
    isQuick = false,
  }: Partial<Pick<Scenario, 'way' | 'contenders' | 'isQuick'>> = {},
): Scenario => {
  const suffix = way === 'first' ? '' : `-${way}`;
  return { name: `${kind}-${items}${suffix}`, kind, items, way, contenders, isQuick };
};

export const SCENARIOS: ReadonlyArray<Scenario> = [
  scenario('transactions', 1, { isQuick: true }),
  scenario('transactions', 10),
  scenario('transactions', 100, { isQuick: true }),
  scenario('transactions', 1_000, { isQuick: true }),
  scenario('transactions', 10_000),
  // `COPY` itself does not check if a row exists.
  scenario('transactions', 100, { way: 'again', contenders: HANDLERS, isQuick: true }),
  scenario('transactions', 1_000, { way: 'again', contenders: HANDLERS }),
  scenario('transactions', 100, { way: 'moved' }),
  scenario('notes', 1),
  scenario('notes', 100),
  scenario('statements', 100),
  scenario('billing-documents', 500, { contenders: ['limit', 'floor', 'service'] }),
];

/** An account gets about so many items, in however many requests. */
const ITEMS_AN_ACCOUNT = 100;

/** The number of requests for one account before the next account. */
export const requestsPerAccount = ({ kind, items }: Scenario): number =>
  // A ledger takes its history once.
  kind === 'billing-documents' ? 1 : Math.max(1, Math.floor(ITEMS_AN_ACCOUNT / items));

/** A request of few items cannot hold one of each type: several requests in turn do. */
export const variantsOf = ({ items }: Scenario): number => (items < 10 ? 10 : 1);
