import { openDocumentStore } from '@carryover/adapters-documents/open-document-store';
import { makePostgresSessions } from '@carryover/adapters-persistence/admin/access';
import { keepAlarms, makePostgresAlarmMails } from '@carryover/adapters-persistence/alarms';
import { makePostgresApprovals } from '@carryover/adapters-persistence/approvals';
import { makePostgresConsoleJobs } from '@carryover/adapters-persistence/console-jobs';
import { latestErasures } from '@carryover/adapters-persistence/corrections/erasure';
import { keepRollups } from '@carryover/adapters-persistence/figures/rollups';
import { verifyRollups } from '@carryover/adapters-persistence/figures/verify-rollups';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { readDatabaseTime } from '@carryover/adapters-persistence/queries/database';
import { makePostgresSavedLists } from '@carryover/adapters-persistence/saved-lists';
import { keepSearchable } from '@carryover/adapters-persistence/search/keep-searchable';
import { makePostgresSentForms } from '@carryover/adapters-persistence/sent-forms';
import { makeOperatorUseCases } from '@carryover/operations/connect';
import type { ConsoleConfig } from './config.ts';
import { openConsoleDatabase } from './database.ts';
import { serviceAddress } from './noted-address.ts';
import { makeSampleData } from './sample-data.ts';

const PAGE_CONNECTIONS = 10;
const ACQUIRE_TIMEOUT_MS = 5_000;
/** Time-outs of a page's statements. */
const OF_A_PAGE = { statementMs: 10_000, lockMs: 5_000, answerMs: 15_000 };

/** A search reads the rows of about this time one by one: at 50,000 rows a second, 250,000 of them. */
const SEARCH_UPKEEP_MS = 5_000;

/** Connects to the service's data; the embedded database is shared with the running service. */
export const connectConsole = async (settings: ConsoleConfig) => {
  const { orm: unhurried, url, close } = await openConsoleDatabase(settings);
  const orm = openDatabase({
    url,
    maxConnections: PAGE_CONNECTIONS,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
    timeouts: OF_A_PAGE,
  });
  const sampleData = makeSampleData(settings);
  const documents = await openDocumentStore(settings.documentStore);
  const stop = new AbortController();
  const keeping = keepSearchable(orm, SEARCH_UPKEEP_MS, stop.signal);
  return {
    useCases: {
      /** For pages: a statement that takes longer than some seconds is ended. */
      operator: await makeOperatorUseCases(orm, settings),
      /** The same without that limit: for reconciliations, undos and files. */
      unhurried: await makeOperatorUseCases(unhurried, settings),
      sessions: makePostgresSessions(orm.em),
      sentForms: makePostgresSentForms(orm.em),
      savedLists: makePostgresSavedLists(orm.em),
      sampleData,
      rollups: { keep: keepRollups(unhurried.em), verify: verifyRollups(unhurried.em) },
      alarmLimits: settings.alarmLimits,
      keepAlarms: keepAlarms(orm.em, settings.mail !== null),
      alarmMails: makePostgresAlarmMails(orm.em),
      latestErasures: latestErasures(orm.em),
      databaseTime: readDatabaseTime(orm),
      jobs: makePostgresConsoleJobs(orm.em),
      approvals: makePostgresApprovals(orm.em),
      /** The documents that notes and statements name. */
      documents,
      /** The address of the service, with its documentation; null if browsers cannot reach it there. */
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

/** The use cases and stores behind the pages. */
export type ConsoleUseCases = Awaited<ReturnType<typeof connectConsole>>['useCases'];
