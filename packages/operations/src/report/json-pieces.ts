/** A list of any length, each item as JSON text. */
export class JsonItems {
  readonly texts: () => Iterable<string>;

  constructor(texts: () => Iterable<string>) {
    this.texts = texts;
  }
}

/**
 * The text `JSON.stringify` makes of an object without undefined fields, in pieces: lists at the top level item by item. A
 * million totals make more text than one string can hold.
 */
export function* jsonPieces(value: Readonly<Record<string, unknown>>): Generator<string, void> {
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    yield `${before}${JSON.stringify(name)}:`;
    if (field instanceof JsonItems) yield* listPieces(field.texts());
    else if (Array.isArray(field)) yield* listPieces(textsOf(field));
    else yield JSON.stringify(field);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* textsOf(items: ReadonlyArray<unknown>): Generator<string, void> {
  for (const item of items) yield JSON.stringify(item);
}

function* listPieces(texts: Iterable<string>): Generator<string, void> {
  let before = '[';
  for (const text of texts) {
    yield before + text;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
