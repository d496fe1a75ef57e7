import { editDistance } from './edit-distance.ts';
import type { EnvironmentReader } from './environment.ts';

/** Carryover's variables that not every start reads: those of its other programs, and of parts that are not in use. */
const READ_ELSEWHERE = [
  'CARRYOVER_URL',
  'CARRYOVER_API_KEY',
  'CARRYOVER_API_KEY_FILE',
  'CARRYOVER_WORKER_SLOT',
  'CARRYOVER_CONSOLE_SIGN_IN_URL',
  'CARRYOVER_CONSOLE_PASSWORD',
  'CARRYOVER_MIGRATIONS_PASSWORD',
  'CARRYOVER_SERVICE_PASSWORD',
  'CARRYOVER_OPERATOR_PASSWORD',
  'CARRYOVER_CORRECTIONS_PASSWORD',
  'CARRYOVER_READER_PASSWORD',
  'CARRYOVER_ALLOW_PLAINTEXT',
  'CARRYOVER_IMAGE',
  'CARRYOVER_LISTEN',
  'EVIDENCE_KEY_FILE',
  'EVIDENCE_TSA_URL',
  'RETAIN_PAYLOADS_DAYS',
  'RETAIN_REFUSALS_DAYS',
  'RETAIN_DRY_RUNS_DAYS',
  'WEBHOOK_ALLOWED_NETWORKS',
  'SEAL_INTERVAL_SECONDS',
  'CONSOLE',
  'CONSOLE_HOST',
  'CONSOLE_PORT',
  'CONSOLE_BASE_URL',
  'CONSOLE_FOUR_EYES',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET_FILE',
  'OIDC_ROLES_CLAIM',
  'ALARM_STALLED_SECONDS',
  'ALARM_REFUSED_PERCENT',
  'ALARM_HELD_BACK_SECONDS',
  'ALARM_MAIL_FROM',
  'ALARM_MAIL_TO',
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_SECURITY',
  'SMTP_USER',
  'SMTP_PASSWORD',
  'SMTP_PASSWORD_FILE',
  'S3_REGION',
  'S3_ENDPOINT',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  ...['HEADERS', 'HEADERS_FILE', 'TIMEOUT', 'COMPRESSION', 'CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'].flatMap(
    (name) => [`OTEL_EXPORTER_OTLP_${name}`, `OTEL_EXPORTER_OTLP_TRACES_${name}`],
  ),
];

/** Variables of other programs whose names resemble ours. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  'DATADIR',
  'DATABASE_URI',
  'DATABASE_URLS',
  'MIN_CONNECTIONS',
  'LOGLEVEL',
]);

/** Kubernetes makes these for a service named `carryover`. */
const OF_KUBERNETES =
  /^CARRYOVER(_[A-Z0-9_]+)?_(SERVICE_(HOST|PORT)(_[A-Z0-9_]+)?|PORT(_\d+_(TCP|UDP|SCTP)(_[A-Z]+)?)?)$/;

/** One letter in five may differ, at most three; fewer in short names, which many programs share. */
const tolerance = (name: string): number => (name.length < 8 ? 0 : Math.min(3, Math.floor(name.length / 5)));

const nearest = (name: string, known: ReadonlyArray<string>): string | undefined =>
  known
    .map((one) => ({ one, distance: editDistance(name, one) }))
    .filter(({ one, distance }) => distance <= tolerance(one))
    .toSorted((a, b) => a.distance - b.distance)[0]?.one;

/**
 * Reports unknown variables that resemble ours: a few letters differ, or the prefix is `CARRYOVER_`. Must be
 * called after all other variables are read.
 */
export const reportUnknown = (env: EnvironmentReader): void => {
  const known = [...new Set([...env.read, ...READ_ELSEWHERE])];
  for (const name of env.given().filter((one) => !known.includes(one))) {
    if (OF_OTHERS.has(name) || OF_KUBERNETES.test(name)) continue;
    const meant = nearest(name, known);
    if (meant !== undefined) env.mistake(name, `is not a variable of Carryover. Did you mean ${meant}?`);
    else if (name.startsWith('CARRYOVER_')) env.mistake(name, 'is not a variable of Carryover. Remove it');
  }
};
