// The image's health check: exit code 0 if the address answers 200, else 1. `node deploy/health.mjs [URL]`; without an
// address, /livez of the service on this host.
const TIMEOUT_MS = 4_000;

const url = process.argv[2] ?? `http://127.0.0.1:${process.env.PORT || 3000}/livez`;
try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
  process.stdout.write(`${url}: ${status}\n`);
  process.exitCode = status === 200 ? 0 : 1;
} catch (error) {
  process.stdout.write(`${url}: ${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
