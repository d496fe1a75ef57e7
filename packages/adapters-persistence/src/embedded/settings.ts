/** PostgreSQL's settings, by name. */
export type Settings = Readonly<Record<string, string>>;

/** For two cores and a part of the memory. */
const DEFAULTS: Settings = {
  max_connections: '200',
  shared_buffers: '256MB',
  maintenance_work_mem: '128MB',
  // Rare checkpoints: after each one, every changed page is written whole once.
  checkpoint_timeout: '15min',
  max_wal_size: '8GB',
  min_wal_size: '1GB',
  wal_buffers: '16MB',
  wal_compression: 'on',
  // All statements are short: compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  // Statements contain customers' data, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Settings that no caller may change: reachable from this machine only, and safe against a crash. */
const FIXED: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
};

/** Returns the options of `postgres` for these settings, quoted for the shell that pg_ctl starts it with. */
export const serverOptions = (settings: Settings, port: number): string =>
  Object.entries({ ...DEFAULTS, ...settings, ...FIXED, port: String(port) })
    .map(([name, value]) => `-c '${`${name}=${value}`.replaceAll("'", `'\\''`)}'`)
    .join(' ');
