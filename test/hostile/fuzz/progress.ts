const PROGRESS_MS = 10_000;

/** Prints the progress of the long form at intervals. */
export const progress = (payloads: number) => {
  const startedAt = performance.now();
  let toldAt = startedAt;
  return (sent: number) => {
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    const rate = Math.round(sent / ((toldAt - startedAt) / 1000));
    const megabytes = Math.round(process.memoryUsage().rss / 1024 / 1024);
    process.stdout.write(`${sent} of ${payloads} payloads, ${rate} a second, ${megabytes} MB\n`);
  };
};
