import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { DecodedBody } from '../pipeline/decode.ts';
import type { JsonBody } from '../pipeline/parse-body.ts';
import type { TextWriter } from './text-writer.ts';

/** Members of an item that are answered beside those that were sent, or instead of them. */
export type Changes = Readonly<Record<string, string | null>>;

/** A body as it was submitted, without fields that were left out, written for an answer. */
export type Submitted = {
  /** JSON text of all of it, as bytes. */
  readonly bytes: () => Buffer;
  /** Writes the JSON text of an item of one of its lists, with another amount. */
  readonly writeItem: (to: TextWriter, list: string, index: number, amount: string, changes?: Changes) => void;
};

const NOTHING: Changes = {};

const itemOf = (sent: JsonObject, list: string, index: number): JsonObject =>
  (sent[list] as ReadonlyArray<JsonObject>)[index]!;

const written = (sent: JsonObject): Submitted => ({
  bytes: () => Buffer.from(JSON.stringify(sent)),
  writeItem: (to, list, index, amount, changes) =>
    to.write(JSON.stringify({ ...itemOf(sent, list, index), amount, ...changes })),
});

/** Writes a part of the text that was sent. Where each of its characters is one byte, none has to be written again. */
const makeWritePart = ({ bytes, text }: JsonBody): ((to: TextWriter, start: number, end: number) => void) =>
  bytes.length === text.length
    ? (to, start, end) => to.copy(bytes, start, end)
    : (to, start, end) => to.write(text.slice(start, end));

const hasAnyOf = (item: JsonObject, changes: Changes): boolean => {
  for (const name in changes) if (Object.hasOwn(item, name)) return true;
  return false;
};

const writeAdded = (to: TextWriter, changes: Changes): void => {
  for (const name in changes) to.write(`,${JSON.stringify(name)}:${JSON.stringify(changes[name])}`);
};

/** Cut out of the text that was sent: to write an item anew costs as much as to read it. */
const cutOut = (body: JsonBody, sent: JsonObject): Submitted => {
  const writePart = makeWritePart(body);
  const anew = written(sent);
  return {
    bytes: () => body.bytes,
    writeItem: (to, list, index, amount, changes = NOTHING) => {
      if (hasAnyOf(itemOf(sent, list, index), changes)) return anew.writeItem(to, list, index, amount, changes);
      const { start, end, markStart, markEnd } = body.places.at(list, index);
      writePart(to, start, markStart);
      to.write(`"${amount}"`);
      writePart(to, markEnd, end - 1);
      writeAdded(to, changes);
      to.write('}');
    },
  };
};

/** What an endpoint answers of a body it has accepted. */
export const submittedOf = (body: JsonBody, { sent, unknownFields }: DecodedBody<unknown>): Submitted =>
  unknownFields.length === 0 ? cutOut(body, sent) : written(sent);
