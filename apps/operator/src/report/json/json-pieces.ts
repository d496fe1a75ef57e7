/**
 * The text `JSON.stringify` makes of an object without undefined fields, in pieces: lists at the top level item by item. A
 * million differences with their explanations make more text than one string can hold.
 */
export function* jsonPieces(value: Readonly<Record<string, unknown>>): Generator<string, void> {
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(field)) yield* itemPieces(field);
    else yield JSON.stringify(field);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* itemPieces(items: ReadonlyArray<unknown>): Generator<string, void> {
  let before = '[';
  for (const item of items) {
    yield before + JSON.stringify(item);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
