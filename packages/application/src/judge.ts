import * as E from 'fp-ts/lib/Either.js';

/**
 * How a request is judged. An import ends at its first refusal; a dry run notes those it can go on after, so that it
 * reports all of them at once (decisions 13).
 */
export type Judge<Failure> = {
  /** Right goes on, Left ends the request. */
  readonly tolerate: (verdict: E.Either<Failure, unknown>) => E.Either<Failure, void>;
  /** Asked before anything is written: Left where a refusal was noted. */
  readonly conclude: () => E.Either<Failure, void>;
  /** What was refused so far and tolerated. */
  readonly noted: ReadonlyArray<Failure>;
};

/** Judges an import. */
export const strictly = <Failure>(): Judge<Failure> => ({
  tolerate: E.map(() => undefined),
  conclude: passed,
  noted: [],
});

const passed = (): E.Either<never, void> => E.right(undefined);

/** Judges one dry run; `noted` fills while it lasts. */
export const noting = <Failure>(): Judge<Failure> => {
  const noted: Failure[] = [];
  return {
    noted,
    tolerate: (verdict) => {
      if (E.isLeft(verdict)) noted.push(verdict.left);
      return E.right(undefined);
    },
    conclude: () => (noted.length === 0 ? E.right(undefined) : E.left(noted[0]!)),
  };
};
