/** What a statement is given; bytes travel as they are, all else as text. */
export type Parameter = string | number | boolean | Buffer | null;

export type Statement = {
  /** By which the connection has it prepared; null where it is to be parsed anew. */
  readonly name: string | null;
  readonly text: string;
  readonly values: ReadonlyArray<Parameter>;
};

const PARSE = 'P'.charCodeAt(0);
const BIND = 'B'.charCodeAt(0);
const DESCRIBE = 'D'.charCodeAt(0);
const EXECUTE = 'E'.charCodeAt(0);
const PORTAL = 'P'.charCodeAt(0);

const TEXT = 0;
const BINARY = 1;
const NULL_LENGTH = -1;

/** A UTF-16 code unit takes at most so many bytes as UTF-8; no number or flag takes more than the other. */
const MOST_BYTES = 3;
const SCALAR_BYTES = 24;
/** Of a statement's messages, what has a length of its own, and of each value's place in them. */
const FRAME_BYTES = 64;
const PLACE_BYTES = 6;

const roomForValue = (value: Parameter): number => {
  if (typeof value === 'string') return PLACE_BYTES + MOST_BYTES * value.length;
  return PLACE_BYTES + (Buffer.isBuffer(value) ? value.length : SCALAR_BYTES);
};

const roomFor = ({ name, text, values }: Statement): number =>
  values.reduce<number>(
    (room, value) => room + roomForValue(value),
    FRAME_BYTES + MOST_BYTES * (text.length + 2 * (name ?? '').length),
  );

/**
 * Messages of PostgreSQL's extended query protocol (manual, 54.7), one behind the other in one piece of memory. The driver's
 * own writer makes a buffer for each message, which grows step by step, and copies every value four times.
 */
export class WireMessages {
  readonly #bytes: Buffer;
  #end = 0;

  /** @param statements all whose messages will be written. */
  constructor(statements: ReadonlyArray<Statement>) {
    this.#bytes = Buffer.allocUnsafe(statements.reduce((room, statement) => room + roomFor(statement), 0));
  }

  parse({ name, text }: Statement): void {
    const start = this.#begin(PARSE);
    this.#terminated(name ?? '');
    this.#terminated(text);
    // No types are given: the text says them.
    this.#int16(0);
    this.#finishMessage(start);
  }

  bind({ name, values }: Statement): void {
    const start = this.#begin(BIND);
    this.#terminated('');
    this.#terminated(name ?? '');
    this.#int16(values.length);
    for (const value of values) this.#int16(Buffer.isBuffer(value) ? BINARY : TEXT);
    this.#int16(values.length);
    for (const value of values) this.#value(value);
    // One format for all columns of the rows.
    this.#int16(1);
    this.#int16(TEXT);
    this.#finishMessage(start);
  }

  describe(): void {
    const start = this.#begin(DESCRIBE);
    this.#byte(PORTAL);
    this.#terminated('');
    this.#finishMessage(start);
  }

  execute(): void {
    const start = this.#begin(EXECUTE);
    this.#terminated('');
    // However many rows there are.
    this.#int32(0);
    this.#finishMessage(start);
  }

  /** All that was written; nothing is written afterwards. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  /** @returns where the message's length is to stand. */
  #begin(type: number): number {
    this.#byte(type);
    this.#end += 4;
    return this.#end - 4;
  }

  /** A message's length counts itself. */
  #finishMessage(start: number): void {
    this.#bytes.writeInt32BE(this.#end - start, start);
  }

  #value(value: Parameter): void {
    if (value === null) {
      this.#int32(NULL_LENGTH);
      return;
    }
    const start = this.#end;
    this.#end += 4;
    this.#end += Buffer.isBuffer(value)
      ? value.copy(this.#bytes, this.#end)
      : this.#bytes.write(String(value), this.#end);
    this.#bytes.writeInt32BE(this.#end - start - 4, start);
  }

  #terminated(text: string): void {
    this.#end += this.#bytes.write(text, this.#end);
    this.#byte(0);
  }

  #byte(value: number): void {
    this.#bytes[this.#end] = value;
    this.#end += 1;
  }

  #int16(value: number): void {
    this.#end = this.#bytes.writeInt16BE(value, this.#end);
  }

  #int32(value: number): void {
    this.#end = this.#bytes.writeInt32BE(value, this.#end);
  }
}
