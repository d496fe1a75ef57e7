/** The items in lists of `size`, a whole number above 0, the last one perhaps shorter. */
export async function* inBatches<A>(items: AsyncIterable<A>, size: number): AsyncGenerator<ReadonlyArray<A>> {
  let batch: A[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
