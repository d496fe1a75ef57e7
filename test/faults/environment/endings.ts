const OVER = 'It is over: nothing is started any more.';

/** Processes to stop in reverse order of their start, in any case. */
export class Endings {
  readonly #all: (() => Promise<unknown>)[] = [];
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Registers a started process; stops it at once if all others were already stopped. */
  async add(end: () => Promise<unknown>): Promise<void> {
    if (!this.#isOver) return void this.#all.push(end);
    await end();
    throw new Error(OVER);
  }

  /** Starts something again that has its ending here; rejects, and leaves nothing running, once everything was ended. */
  async restart<A>(start: () => Promise<A>, stop: (started: A) => Promise<unknown>): Promise<A> {
    if (this.#isOver) throw new Error(OVER);
    const started = await start();
    if (!this.#isOver) return started;
    await stop(started);
    throw new Error(OVER);
  }

  /** Ends everything; one that fails does not keep the others from it. @returns what failed. */
  async end(): Promise<ReadonlyArray<string>> {
    this.#isOver = true;
    const failed: string[] = [];
    for (let end = this.#all.pop(); end !== undefined; end = this.#all.pop())
      await end().catch((error: unknown) => failed.push(String(error)));
    return failed;
  }
}
