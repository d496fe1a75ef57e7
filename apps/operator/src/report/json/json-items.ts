/** A list of any length, each item as JSON text. */
export class JsonItems {
  readonly texts: () => Iterable<string>;

  constructor(texts: () => Iterable<string>) {
    this.texts = texts;
  }
}
