import { createHash, randomBytes } from 'node:crypto';
import { readConsoleConfig } from '@carryover/console/config';
import { startConsole } from '@carryover/console/start-console';
import type { Grant } from '@carryover/domain/access';
import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { runSql } from './run-sql.ts';

type Reply = { readonly status: number; readonly text: string; readonly headers: Headers };

/** A signed-in browser without a window. */
type ConsoleUser = {
  /** The `Cookie` header of its session. */
  readonly cookie: string;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Reply>;
  /** Sends a form. A redirect is not followed. */
  readonly post: (path: string, fields?: Record<string, string>, headers?: Record<string, string>) => Promise<Reply>;
  /** Sends a form with a file, and other fields. */
  readonly upload: (
    path: string,
    content: string | Uint8Array<ArrayBuffer>,
    name: string,
    fields?: Record<string, string>,
  ) => Promise<Reply>;
  /** Reads the page to which an answer leads; an answer that leads nowhere is its own page. */
  readonly follow: (reply: Reply) => Promise<Reply>;
};

export type RunningConsole = {
  readonly baseUrl: string;
  readonly signInUrl: string;
  /** Signs somebody in by a link with these roles: `operator`, or `viewer@organisation`. */
  readonly as: (...roles: ReadonlyArray<string>) => Promise<ConsoleUser>;
  /** The same for a person by their id at the provider. */
  readonly asPerson: (subject: string, ...roles: ReadonlyArray<string>) => Promise<ConsoleUser>;
  /** A browser without a session. */
  readonly nobody: ConsoleUser;
  /** Returns the log so far, one JSON line per record. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};

const toGrant = (text: string): Grant => {
  const [role, organisation = null] = text.split('@') as [Grant['role'], string?];
  return { role, organisation };
};

const aUser = (baseUrl: string, cookie: string): ConsoleUser => {
  const send = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return {
    cookie,
    get: (path, headers = {}) => send(path, { headers: { cookie, ...headers } }),
    post: (path, fields = {}, headers = {}) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie, ...headers } }),
    upload: (path, content, name, fields = {}) => {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) body.set(field, value);
      body.set('file', new Blob([content]), name);
      return send(path, { method: 'POST', body, headers: { cookie } });
    },
    follow: async (reply) => {
      const location = reply.headers.get('location');
      return location === null ? reply : send(location, { headers: { cookie } });
    },
  };
};

/** Opens a session as a sign-in does; the cookie's name has the port, as browsers share cookies between ports. */
const openSession = async (
  databaseUrl: string,
  baseUrl: string,
  grants: ReadonlyArray<Grant>,
  issuer: string | null,
  subject = grants.map(({ role }) => role).join('+'),
): Promise<string> => {
  const id = randomBytes(32).toString('base64url');
  await runSql(
    databaseUrl,
    `insert into console_session (id_sha256, subject, name, issuer, grants, created_at, authenticated_at, last_seen_at, expires_at)
     values ($1, $2, $2, $4, $3, now(), now(), now(), now() + interval '12 hours')`,
    [createHash('sha256').update(id).digest('hex'), subject, JSON.stringify(grants), issuer],
  );
  return `carryover_${new URL(baseUrl).port}=${id}`;
};

/** The console in this process, on a port of its own. @param environment of a service: `operatorEnvironment`. */
export const aConsole = async (environment: Readonly<Record<string, string>>): Promise<RunningConsole> => {
  const config = readConsoleConfig({ CONSOLE_PORT: '0', ...environment });
  if (E.isLeft(config)) throw new Error(config.left.join('\n'));
  const lines: string[] = [];
  const logger = pino({ level: config.right.logLevel }, { write: (line: string) => lines.push(line) });
  const { baseUrl, signInUrl, open, stop } = await startConsole(config.right, logger);
  await open(true);
  const issuer = config.right.oidc?.issuer ?? null;
  const session = (roles: ReadonlyArray<string>, by: string | null, subject?: string) =>
    openSession(config.right.databaseUrl ?? '', baseUrl, roles.map(toGrant), by, subject);
  return {
    baseUrl,
    signInUrl,
    as: async (...roles) => aUser(baseUrl, await session(roles, null)),
    asPerson: async (subject, ...roles) => aUser(baseUrl, await session(roles, issuer, subject)),
    nobody: aUser(baseUrl, ''),
    log: () => lines.join(''),
    stop,
  };
};

/** A console for all tests of a file, which is stopped after the last of them. */
export const theConsole = async (environment: Readonly<Record<string, string>>): Promise<RunningConsole> => {
  const console = await aConsole(environment);
  afterAll(console.stop);
  return console;
};
