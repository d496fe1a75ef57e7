import { setTimeout as delay } from 'node:timers/promises';
import { ownInstallation } from '../environment/installations.ts';
import { startProxy, type TcpProxy } from '../environment/proxy.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** A network between service and PostgreSQL that swallows everything for some time. */
const networkSilent = (proxy: () => TcpProxy, forMs: () => number): Fault => ({
  name: 'network-silent',
  strike: async (_, random) => {
    const silentMs = forMs();
    proxy().silence();
    await delay(silentMs);
    // The network comes back with the old connections, or with none of them.
    if (random.whole(2) === 0) proxy().cut();
    proxy().resume();
    return { over: performance.now(), says: `silent for ${silentMs / 1_000} s` };
  },
});

const TIMES_MS = [6_000, 3_000, 35_000];

export const scenario: Scenario = {
  name: 'network-silent',
  promise: 'the network to PostgreSQL swallows everything for seconds: nobody waits over a minute, nothing is lost',
  needs: [],
  rounds: { full: 6, short: 1 },
  run: async (context) => {
    let proxy: TcpProxy | undefined;
    const via = async (url: string) => {
      const direct = new URL(url);
      proxy = await startProxy(Number(direct.port), context.endings);
      direct.port = String(proxy.port);
      return direct.href;
    };
    const { installation } = await ownInstallation(context, { via });
    let round = 0;
    await inRounds(
      installation,
      context,
      networkSilent(
        () => proxy!,
        () => TIMES_MS[round++ % TIMES_MS.length]!,
      ),
    );
  },
};
