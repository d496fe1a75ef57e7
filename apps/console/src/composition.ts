import { openDocumentStore } from '@carryover/adapters-documents/open-document-store';
import { makePostgresSessions } from '@carryover/adapters-persistence/console/sessions';
import { makePostgresFiguresReader } from '@carryover/adapters-persistence/operator/figures/figures-reader';
import { makePostgresRollups } from '@carryover/adapters-persistence/operator/figures/rollups';
import { makePostgresReconciliationJobs } from '@carryover/adapters-persistence/operator/reconciliation/reconciliation-jobs';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { makePostgresAccountPageReader } from '@carryover/adapters-persistence/reading/accounts/account-page-reader';
import { keepSearchable } from '@carryover/adapters-persistence/reading/search-upkeep';
import { type KeepRollups, makeKeepRollups } from '@carryover/application/operator/figures/keep-rollups';
import {
  makeReadSupplierFigures,
  type ReadSupplierFigures,
} from '@carryover/application/operator/figures/supplier-figures';
import type { ReconciliationJobs } from '@carryover/application/ports/console/reconciliation-jobs';
import type { Sessions } from '@carryover/application/ports/console/sessions';
import type { FiguresReader } from '@carryover/application/ports/operator/figures/figures-reader';
import { makeOpenDocument, type OpenDocument } from '@carryover/application/reading/open-document';
import { makeOperatorUseCases, type OperatorUseCases } from '@carryover/operator/connect';
import { openServiceDatabase } from '@carryover/operator/database';
import type { ConsoleConfig } from './config/config.ts';
import { serviceAddress } from './noted-address.ts';
import { makeSampleData, type SampleData } from './sample-data/sample-data.ts';

/** The use cases and stores behind the pages. */
export type ConsoleUseCases = {
  /** For pages: a statement that takes longer than some seconds is ended. */
  readonly operator: OperatorUseCases;
  /** The same without that limit: for reconciliations, undos and files. */
  readonly unhurried: OperatorUseCases;
  readonly sessions: Sessions;
  readonly figures: FiguresReader;
  readonly readFigures: ReadSupplierFigures;
  readonly keepRollups: KeepRollups;
  readonly sampleData: SampleData;
  readonly jobs: ReconciliationJobs;
  readonly openDocument: OpenDocument;
  /** The address of the service, with its documentation; null if browsers cannot reach it there. */
  readonly serviceAddress: () => Promise<string | null>;
};

const PAGE_CONNECTIONS = 10;
const ACQUIRE_TIMEOUT_MS = 5_000;
/** Time-outs of a page's statements. */
const OF_A_PAGE = { statementMs: 10_000, lockMs: 5_000, answerMs: 15_000 };

/** A search reads the rows of about this time one by one: at 50,000 rows a second, 250,000 of them. */
const SEARCH_UPKEEP_MS = 5_000;

/** Connects to the service's data; the embedded database is shared with the running service. */
export const connectConsole = async (
  settings: ConsoleConfig,
): Promise<{ readonly useCases: ConsoleUseCases; readonly url: string; readonly close: () => Promise<void> }> => {
  const { orm: unhurried, url, close } = await openServiceDatabase(settings);
  const orm = openDatabase({
    url,
    maxConnections: PAGE_CONNECTIONS,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
    timeouts: OF_A_PAGE,
  });
  const figures = makePostgresFiguresReader(orm.em);
  const sampleData = makeSampleData(settings);
  const documents = await openDocumentStore(settings.documentStore);
  const stop = new AbortController();
  const keeping = keepSearchable(orm, SEARCH_UPKEEP_MS, stop.signal);
  return {
    useCases: {
      operator: await makeOperatorUseCases(orm, settings),
      unhurried: await makeOperatorUseCases(unhurried, settings),
      sessions: makePostgresSessions(orm.em),
      figures,
      readFigures: makeReadSupplierFigures({ figures }),
      sampleData,
      keepRollups: makeKeepRollups({ rollups: makePostgresRollups(unhurried.em) }),
      jobs: makePostgresReconciliationJobs(orm.em),
      openDocument: makeOpenDocument({ accountPages: makePostgresAccountPageReader(orm.em), documents }),
      serviceAddress: () => serviceAddress(settings),
    },
    url,
    close: async () => {
      await sampleData.stop();
      stop.abort();
      await keeping;
      await orm.close(true);
      await close();
    },
  };
};
