export type Permits = {
  /** Resolves once a permit is free; first come, first served. */
  readonly acquire: () => Promise<void>;
  readonly release: () => void;
};

export const makePermits = (count: number): Permits => {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    acquire: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release: () => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
};
