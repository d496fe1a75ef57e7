/**
 * Measures the work of this process and its service, whatever else the machine does meanwhile.
 *
 * @returns the milliseconds of CPU time since the call.
 */
export const startCpuClock = (): (() => number) => {
  const started = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  };
};

/** The CPU time of `run` in milliseconds. */
export const cpuMsOf = (run: () => unknown): number => {
  const elapsed = startCpuClock();
  run();
  return elapsed();
};
