import type { RequestListener } from 'node:http';
import { makeSendMail } from '@carryover/adapters-mail/send-mail';
import { databasePlace } from '@carryover/settings/data-settings';
import type { Logger } from 'pino';
import { makeAccessLog } from './access/access-log.ts';
import { makeSessionKeeper } from './access/session-keeper.ts';
import { keepAlarmsCurrent } from './alarms/keep-alarms.ts';
import { keepMailing } from './alarms/mail-alarms.ts';
import { connectConsole } from './composition.ts';
import type { ConsoleConfig } from './config.ts';
import { keepFigures } from './figures/keep-figures.ts';
import { makeReadItems } from './figures/night.ts';
import { forgetErased } from './jobs/forget-erased.ts';
import { makeJobFiles } from './jobs/job-files.ts';
import { makeJobRunner } from './jobs/job-runner.ts';
import { makePages } from './pages/pages.ts';
import { makeServer } from './server.ts';
import { offerLink } from './sign-in/one-time-link.ts';
import { signInByLink } from './sign-in/sign-in-by-link.ts';
import { signInByOidc } from './sign-in/sign-in-by-oidc.ts';
import { figuresCounted, isWatched } from './view/live.ts';
import { orProblem } from './web/problem.ts';
import { makeFindRenamed } from './web/renamed.ts';
import { removeAbandonedUploads } from './web/upload.ts';

type OpenConsole = { readonly listener: RequestListener; readonly close: () => Promise<void> };

/**
 * Connects to the database and makes the pages.
 *
 * @param linkToken of the one-time link to offer; null for none.
 */
export const openConsole = async (
  config: ConsoleConfig,
  {
    baseUrl,
    linkToken,
    logger,
  }: { readonly baseUrl: string; readonly linkToken: string | null; readonly logger: Logger },
): Promise<OpenConsole> => {
  const { useCases, url, close } = await connectConsole(config);
  try {
    const { sessions, jobs } = useCases;
    const { dataDir, databaseMigrationUrl, secret, previousSecret, retention, webhookNetworks } = config;
    const { evidenceKeyFile, timeStampUrl } = config;
    const files = makeJobFiles(dataDir);
    const ofData = { dataDir, databaseUrl: url, databaseMigrationUrl, secret, previousSecret };
    const settings = { ...ofData, retention, webhookNetworks };
    const runner = makeJobRunner({ jobs, files, settings, evidenceKeyFile, timeStampUrl, logger });
    await runner.recover();
    await removeAbandonedUploads();
    const database = databasePlace(config);
    const isSecure = baseUrl.startsWith('https:');
    const port = new URL(baseUrl).port;
    const cookiePrefix = isSecure ? '__Host-carryover' : `carryover_${port}`;
    const keeper = makeSessionKeeper(sessions, {
      cookieName: cookiePrefix,
      isSecure,
      issuer: config.oidc?.issuer ?? null,
      baseUrl,
    });
    const log = makeAccessLog(logger);
    await orProblem(sessions.clear(new Date()));
    if (linkToken !== null && config.oidc === null) await orProblem(offerLink(sessions, linkToken, new Date()));
    const listener = makeServer({
      groups: makePages(
        useCases,
        { files, runner, hasKey: evidenceKeyFile !== null },
        { keeper, log, fourEyes: config.fourEyes },
      ),
      keeper,
      sentForms: useCases.sentForms,
      signIn:
        config.oidc === null
          ? signInByLink(sessions, keeper, log)
          : signInByOidc({ config: config.oidc, baseUrl, keeper, cookieName: `${cookiePrefix}_sign_in`, logger, log }),
      baseUrl: config.baseUrl,
      cookiePrefix,
      database,
      logger,
      log,
      findRenamed: makeFindRenamed(useCases.operator.organisations),
    });
    const stopCounting = keepFigures(useCases.rollups, database, logger, { areThere: isWatched, tell: figuresCounted });
    const stopWatching = keepAlarmsCurrent({
      ...{ keep: useCases.keepAlarms, limits: config.alarmLimits, logger },
      itemsOf: makeReadItems(useCases.operator.em),
    });
    const stopMailing =
      config.mail === null
        ? null
        : keepMailing({
            ...{ mails: useCases.alarmMails, baseUrl, logger },
            send: makeSendMail(config.mail, (recipients) =>
              logger.warn({ recipients }, 'the mail server refused some of ALARM_MAIL_TO'),
            ),
          });
    const stopForgetting = forgetErased(useCases.latestErasures, useCases.databaseTime, dataDir);
    return {
      listener,
      close: async () => {
        await Promise.all([stopCounting(), stopWatching(), stopMailing?.(), stopForgetting()]);
        await runner.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};
