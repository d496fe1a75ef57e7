import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { JsonBody } from './body-reader.ts';
import type { DecodedBody } from './decode-body.ts';

/** Members of an item that are answered beside those that were sent, or instead of them. */
export type Changes = Readonly<Record<string, string | null>>;

/** A body as it was submitted, without fields that were left out, written for an answer. */
export type Submitted = {
  /** JSON text of all of it, as bytes. */
  readonly bytes: () => Buffer;
  /** JSON text of an item of one of its lists, with another amount. */
  readonly itemText: (list: string, index: number, amount: string, changes?: Changes) => string;
};

const NOTHING: Changes = {};

const itemOf = (sent: JsonObject, list: string, index: number): JsonObject =>
  (sent[list] as ReadonlyArray<JsonObject>)[index]!;

const written = (sent: JsonObject): Submitted => ({
  bytes: () => Buffer.from(JSON.stringify(sent)),
  itemText: (list, index, amount, changes) => JSON.stringify({ ...itemOf(sent, list, index), amount, ...changes }),
});

/** Cut out of the text that was sent: to write an item anew costs as much as to read it. */
const cutOut = ({ bytes, text, places }: JsonBody, sent: JsonObject): Submitted => ({
  bytes: () => bytes,
  itemText: (list, index, amount, changes = NOTHING) => {
    const added = Object.entries(changes);
    const item = itemOf(sent, list, index);
    if (added.some(([name]) => Object.hasOwn(item, name))) return written(sent).itemText(list, index, amount, changes);
    const { start, end, markStart, markEnd } = places.at(list, index);
    const more = added.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('');
    return `${text.slice(start, markStart)}"${amount}"${text.slice(markEnd, end - 1)}${more}}`;
  },
});

/** What an endpoint answers of a body it has accepted. */
export const submittedOf = (body: JsonBody, { sent, unknownFields }: DecodedBody<unknown>): Submitted =>
  unknownFields.length === 0 ? cutOut(body, sent) : written(sent);
