/** One thing that was checked. `todo`: what to do about it; null if nothing. */
export type Check = {
  readonly check: 'database' | 'role' | 'schema' | 'secret' | 'service' | 'clock';
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly todo: string | null;
};

type Name = Check['check'];

export const ok = (check: Name, detail: string): Check => ({ check, status: 'ok', detail, todo: null });
export const warn = (check: Name, detail: string, todo: string): Check => ({ check, status: 'warn', detail, todo });
export const fail = (check: Name, detail: string, todo: string): Check => ({ check, status: 'fail', detail, todo });
