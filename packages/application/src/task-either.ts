import * as E from 'fp-ts/lib/Either.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';

/**
 * fp-ts' TaskEither, with steps of our own for those that every request is made of. fp-ts' are compiled for ES5 and make three
 * promises, a list of arguments and often a generator for each: ten times the work, a sixth of what the service does for a
 * request of one item (ADR 16). They mean the same, which a test holds them to.
 */
export * from 'fp-ts/lib/TaskEither.js';

type Task<L, A> = TE.TaskEither<L, A>;

export const map =
  <A, B>(f: (a: A) => B) =>
  <L>(self: Task<L, A>): Task<L, B> =>
  async () => {
    const result = await self();
    return E.isLeft(result) ? result : E.right(f(result.right));
  };

export const mapLeft =
  <L, M>(f: (left: L) => M) =>
  <A>(self: Task<L, A>): Task<M, A> =>
  async () => {
    const result = await self();
    return E.isLeft(result) ? E.left(f(result.left)) : result;
  };

export const bimap =
  <L, M, A, B>(f: (left: L) => M, g: (a: A) => B) =>
  (self: Task<L, A>): Task<M, B> =>
  async () => {
    const result = await self();
    return E.isLeft(result) ? E.left(f(result.left)) : E.right(g(result.right));
  };

export const chainW =
  <M, A, B>(f: (a: A) => Task<M, B>) =>
  <L>(self: Task<L, A>): Task<L | M, B> =>
  async () => {
    const result = await self();
    return E.isLeft(result) ? result : f(result.right)();
  };

export const chain: <L, A, B>(f: (a: A) => Task<L, B>) => (self: Task<L, A>) => Task<L, B> = chainW;

/** The step's own result, once the next one has succeeded. */
export const tap =
  <M, A>(f: (a: A) => Task<M, unknown>) =>
  <L>(self: Task<L, A>): Task<L | M, A> =>
  async () => {
    const result = await self();
    if (E.isLeft(result)) return result;
    const next = await f(result.right)();
    return E.isLeft(next) ? next : result;
  };

export const chainEitherKW =
  <M, A, B>(f: (a: A) => E.Either<M, B>) =>
  <L>(self: Task<L, A>): Task<L | M, B> =>
  async () => {
    const result = await self();
    return E.isLeft(result) ? result : f(result.right);
  };

export const chainFirstEitherKW =
  <M, A>(f: (a: A) => E.Either<M, unknown>) =>
  <L>(self: Task<L, A>): Task<L | M, A> =>
  async () => {
    const result = await self();
    if (E.isLeft(result)) return result;
    const next = f(result.right);
    return E.isLeft(next) ? next : result;
  };

type With<A, N extends string, B> = { readonly [K in keyof A | N]: K extends keyof A ? A[K] : B };

export const bindW =
  <N extends string, A, M, B>(name: Exclude<N, keyof A>, f: (a: A) => Task<M, B>) =>
  <L>(self: Task<L, A>): Task<L | M, With<A, N, B>> =>
  async () => {
    const result = await self();
    if (E.isLeft(result)) return result;
    const next = await f(result.right)();
    return E.isLeft(next) ? next : E.right({ ...result.right, [name]: next.right } as With<A, N, B>);
  };

export const bind: <N extends string, A, L, B>(
  name: Exclude<N, keyof A>,
  f: (a: A) => Task<L, B>,
) => (self: Task<L, A>) => Task<L, With<A, N, B>> = bindW;

export const matchE =
  <L, A, B>(onLeft: (left: L) => T.Task<B>, onRight: (a: A) => T.Task<B>) =>
  (self: Task<L, A>): T.Task<B> =>
  async () => {
    const result = await self();
    return E.isLeft(result) ? onLeft(result.left)() : onRight(result.right)();
  };
