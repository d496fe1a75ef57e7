/**
 * Shares reads: the same key gives the same answer for `ms`, so that many viewers cost as much as one.
 *
 * @returns a function that reads by a key.
 */
export const sharedReads = <A>(ms: number, read: (key: string) => Promise<A>): ((key: string) => Promise<A>) => {
  const answers = new Map<string, Promise<A>>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = read(key);
    answers.set(key, answer);
    setTimeout(() => answers.delete(key), ms).unref();
    return answer;
  };
};
