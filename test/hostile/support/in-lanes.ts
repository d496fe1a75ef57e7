/** Runs tasks, `lanes` at a time, in their order. */
export const inLanes = (lanes: number) => {
  const waiting: (() => void)[] = [];
  let free = lanes;
  return async <A>(task: () => Promise<A>): Promise<A> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((admit) => waiting.push(admit));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
};
