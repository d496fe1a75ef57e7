import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountNumber } from '../batches/account.ts';
import { type Instruction, paymentInstructionBatch } from '../batches/payment-instruction.ts';
import type { Installation } from '../environment/installation.ts';
import { embeddedInstallation } from '../environment/installations.ts';
import { ROOT } from '../environment/service.ts';
import { conclude, underLoad } from '../rounds.ts';
import type { Context, Scenario } from '../scenario.ts';

/** The documented response for a reference: 201, a 400 with that code, or the 500 of a failed vendor. */
type Documented = Instruction & { readonly expected: 201 | 500 | string };

const VENDORS: Readonly<Record<string, ReadonlyArray<Instruction['vendor']>>> = {
  Cards: ['STRIPE'],
  Mandates: ['GOCARDLESS'],
  Both: ['STRIPE', 'GOCARDLESS'],
};
const expectedOf = (answer: string): Documented['expected'] => {
  if (answer.startsWith('201')) return 201;
  return answer.startsWith('500') ? 500 : (/`(\w+)`/.exec(answer)?.[1] ?? answer);
};

/** Every reference of packages/adapters-http/docs/vendor-sandbox.md, for each vendor that knows it. */
const sandboxReferences = (): ReadonlyArray<Documented> => {
  const text = readFileSync(join(ROOT, 'packages/adapters-http/docs/vendor-sandbox.md'), 'utf8');
  return text.split('\n## ').flatMap((section) => {
    const vendors = VENDORS[/^\w+/.exec(section)?.[0] ?? ''] ?? [];
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    return rows.flatMap((row) => {
      const [, references = '', , answer = ''] = row.split('|').map((cell) => cell.trim());
      const named = [...references.matchAll(/`([^`…]+)`/g)].map((match) => match[1]!);
      return vendors.flatMap((vendor) =>
        named.map((reference) => ({ vendor, reference, expected: expectedOf(answer) })),
      );
    });
  });
};

/** Accounts that the load does not work on, so that each has one instruction at most. */
const ACCOUNTS = 600;
const FIRST_ACCOUNT = 300;
/** Ten seconds for the vendor, and what the rest of a request takes on a busy machine. */
const ANSWERED_WITHIN_MS = 12_000;
/** Requests that one vendor is asked for at a time: fewer than would fail ten times in a row together. */
const LANES = 3;
/** These take seconds each: they are for the full form. */
const SLOW = /HANG/;
const USABLE: Readonly<Record<Instruction['vendor'], string>> = {
  STRIPE: 'SANDBOX-CARD',
  GOCARDLESS: 'SANDBOX-MANDATE',
};

/** Asks for one reference, and then for a usable one: ten failures in a row would keep the service from asking at all. */
const ask = async (installation: Installation, documented: Documented, account: number): Promise<void> => {
  const { vendor, reference, expected } = documented;
  const refusal = typeof expected === 'string' ? expected : null;
  const batch = paymentInstructionBatch(`vendor-${account}`, accountNumber(account), documented, refusal);
  const startedAt = performance.now();
  const status = await installation.deliver(batch, expected === 500 ? { attempts: 1 } : {});
  const tookMs = Math.round(performance.now() - startedAt);
  const wanted = typeof expected === 'string' ? 400 : expected;
  if (status !== wanted) installation.watch.complain(`${vendor} ${reference} was answered ${status}, not ${wanted}`);
  if (tookMs > ANSWERED_WITHIN_MS) installation.watch.complain(`${vendor} ${reference} took ${tookMs} ms`);
  const usable = paymentInstructionBatch(`usable-${account}`, accountNumber(account + 1), {
    vendor,
    reference: USABLE[vendor],
  });
  if ((await installation.deliver(usable)) !== 201)
    installation.watch.complain(`after ${reference}, ${vendor} was not asked again`);
};

const run = async (context: Context): Promise<void> => {
  const installation = await embeddedInstallation(context, ACCOUNTS);
  const all = sandboxReferences().filter(({ reference }) => !(context.isShort && SLOW.test(reference)));
  const accounts = new Map(all.map((one, index) => [one, FIRST_ACCOUNT + 2 * index]));
  await underLoad(installation, { thinkMs: 50 }, async () => {
    const lanes = (['STRIPE', 'GOCARDLESS'] as const).flatMap((vendor) => {
      const waiting = all.filter((each) => each.vendor === vendor);
      return Array.from({ length: LANES }, async () => {
        for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
          await ask(installation, one, accounts.get(one)!);
          context.found.rounds += 1;
        }
      });
    });
    await Promise.all(lanes);
  });
  context.say(`${all.length} references asked for`);
  await conclude(installation, context);
};

export const scenario: Scenario = {
  name: 'vendors-failing',
  promise: 'vendors fail in every way of the sandbox: an instruction is stored only where its vendor confirmed it',
  needs: [],
  rounds: { full: 1, short: 1 },
  run,
};
