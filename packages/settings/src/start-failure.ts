import { hostname } from 'node:os';

const FATAL = 60;

/**
 * Returns what a program that cannot start writes to standard error: a sentence on a terminal, else a line of its log, which
 * is JSON there (pino's fields).
 */
export const startFailure = (sentence: string): string =>
  process.stdout.isTTY === true
    ? `${sentence}\n`
    : `${JSON.stringify({ level: FATAL, time: Date.now(), pid: process.pid, hostname: hostname(), msg: sentence })}\n`;
