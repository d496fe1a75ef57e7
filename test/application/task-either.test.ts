import * as ours from '@carryover/application/task-either';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from 'vitest';

type Result = E.Either<string, number>;

const resultArb: fc.Arbitrary<Result> = fc.oneof(
  fc.string({ maxLength: 2 }).map((left) => E.left(left)),
  fc.nat(9).map((right) => E.right(right)),
);

/** A task that writes down when it is done. */
const taskOf =
  (done: string[], name: string, result: Result): TE.TaskEither<string, number> =>
  async () => {
    done.push(name);
    return result;
  };

type Steps = Pick<
  typeof TE,
  | 'map'
  | 'mapLeft'
  | 'bimap'
  | 'chain'
  | 'chainW'
  | 'chainEitherKW'
  | 'chainFirstEitherKW'
  | 'bind'
  | 'bindW'
  | 'matchE'
> & { readonly tap: typeof ours.tap };

/** What each step makes of two results, one after the other, and what was done for it. */
const outcomes = async (steps: Steps, first: Result, next: Result): Promise<unknown> => {
  const done: string[] = [];
  const one = taskOf(done, 'first', first);
  const then = (given: unknown) => taskOf(done, `next of ${JSON.stringify(given)}`, next);
  const judge = (given: unknown): Result => {
    done.push(`judged ${JSON.stringify(given)}`);
    return next;
  };
  const named = pipe(
    one,
    steps.map((a) => ({ a })),
  );
  const tasks: ReadonlyArray<T.Task<unknown>> = [
    pipe(
      one,
      steps.map((a) => a + 1),
    ),
    pipe(
      one,
      steps.mapLeft((left) => `${left}!`),
    ),
    pipe(
      one,
      steps.bimap(
        (left) => `${left}!`,
        (a) => a + 1,
      ),
    ),
    pipe(one, steps.chain(then)),
    pipe(one, steps.chainW(then)),
    pipe(one, steps.tap(then)),
    pipe(one, steps.chainEitherKW(judge)),
    pipe(one, steps.chainFirstEitherKW(judge)),
    pipe(named, steps.bind('b', then)),
    pipe(named, steps.bindW('b', then)),
    pipe(
      one,
      steps.matchE(
        (left) => T.of(`left ${left}`),
        (a) => T.of(`right ${a}`),
      ),
    ),
  ];
  const results: unknown[] = [];
  for (const task of tasks) results.push(await task());
  return { results, done };
};

describe('the steps of a request', () => {
  it('mean what those of fp-ts mean', async () => {
    await fc.assert(
      fc.asyncProperty(resultArb, resultArb, async (first, next) => {
        expect(await outcomes(ours, first, next)).toEqual(await outcomes(TE, first, next));
      }),
    );
  });

  it('are not done before they are asked for, and reject with what is thrown', async () => {
    const done: string[] = [];
    const task = pipe(
      taskOf(done, 'first', E.right(1)),
      ours.map((): number => {
        throw new Error('a defect');
      }),
    );
    expect(done).toEqual([]);
    await expect(task()).rejects.toThrow('a defect');
    expect(done).toEqual(['first']);
  });
});
