/** Yields what was read ahead, then the rest. */
export async function* startingWith<A>(first: ReadonlyArray<A>, rest: AsyncIterator<A>): AsyncGenerator<A> {
  yield* first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
