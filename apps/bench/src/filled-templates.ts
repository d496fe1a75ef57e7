import { type StartOptions, startContender } from './contenders/start.ts';
import type { Template } from './databases/cluster.ts';
import { fillAccounts, ITEMS_A_FILLED_ACCOUNT, vacuumAnalyse } from './databases/fill.ts';
import type { Templates } from './databases/schema.ts';
import type { Plan } from './load/places.ts';
import { progress } from './report/progress.ts';

/** Rows of a table that counts as filled. */
const FILLED_ROWS = 1_000_000;

/** One account of so many is worked on; between them lie those that are filled. */
export const stepForFilled = (accounts: number): number =>
  1 + Math.ceil(FILLED_ROWS / ITEMS_A_FILLED_ACCOUNT / accounts);

/** Copies of empty templates with accounts, a million transactions and what `vacuum (analyze)` makes of them. */
export const makeFilledTemplates = async (
  empty: Templates,
  plan: Pick<Plan, 'accounts' | 'step'>,
  start: Omit<StartOptions, 'database' | 'template'>,
): Promise<Templates> => {
  const makeFilled = async (name: keyof Templates): Promise<Template> => {
    progress(`filling ${FILLED_ROWS} rows for the ${name}`);
    const database = `filled_${name}`;
    // It is started for what its start makes: the demo's supplier.
    const contender = await startContender(name, { ...start, database, template: empty[name] });
    await contender.stop();
    await fillAccounts(contender.databaseUrl, { plan, from: 0, to: FILLED_ROWS / ITEMS_A_FILLED_ACCOUNT });
    await vacuumAnalyse(contender.databaseUrl);
    return { database, isFilled: true };
  };
  return { service: await makeFilled('service'), floor: await makeFilled('floor') };
};
