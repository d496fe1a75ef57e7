import type { TestProject } from 'vitest/node';
import { ROLE, startCitusCluster } from '../support/postgresql/a-citus-cluster.ts';
import { findCitus, HOW_TO_GET_CITUS } from '../support/postgresql/citus.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The coordinator and the workers: of each the address as the everyday role and as the superuser, and its log. */
    readonly citusNodes: ReadonlyArray<{ readonly url: string; readonly superuserUrl: string; readonly log: string }>;
  }
}

/** A Citus cluster for the whole run, in place of the one server of the other tests. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const citus = await findCitus();
  if (citus === null) throw new Error(`There is no Citus here. ${HOW_TO_GET_CITUS}`);
  const cluster = await startCitusCluster({ tools: citus.folder, workers: 2 });
  const urls = cluster.nodes.map((node) => node.url('postgres', ROLE));
  project.provide('postgresUrl', urls[0]!);
  project.provide('postgresNodes', urls);
  project.provide('postgresTemplate', null);
  project.provide(
    'citusNodes',
    cluster.nodes.map((node, at) => ({ url: urls[at]!, superuserUrl: node.url('postgres'), log: `${node.data}.log` })),
  );
  return async () => {
    await cluster.remove();
    await citus.remove();
  };
};
