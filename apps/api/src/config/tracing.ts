import type { EnvironmentReader } from '@carryover/settings/environment';

const PREFIXES = ['OTEL_EXPORTER_OTLP_', 'OTEL_EXPORTER_OTLP_TRACES_'] as const;

/** Returns true if traces are sent. The exporter reads OpenTelemetry's variables itself, and only warns of mistakes. */
export const readIsTraced = (env: EnvironmentReader): boolean => {
  for (const prefix of PREFIXES) {
    env.httpAddress(`${prefix}ENDPOINT`);
    env.wholeNumber(`${prefix}TIMEOUT`, 10_000, { min: 1, max: 3_600_000 });
    env.choice(`${prefix}COMPRESSION`, 'none', ['none', 'gzip']);
    for (const file of ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY']) env.file(`${prefix}${file}`);
  }
  return PREFIXES.some((prefix) => env.text(`${prefix}ENDPOINT`) !== undefined);
};
