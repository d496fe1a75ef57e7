import { JsonNumber, type JsonObject, type OnSpan, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';

/** The source span of a member of the outermost object, from the end of the member before it. */
type Member = { readonly key: string; readonly from: number; readonly to: number };

/** Notes where some members of the outermost object are while a text is read. */
export class NotedMembers {
  readonly #names: ReadonlySet<string>;
  #previousEnd = 0;
  #members: Member[] = [];

  constructor(names: ReadonlyArray<string>) {
    this.#names = new Set(names);
  }

  readonly note: OnSpan = (depth, key, _, end) => {
    if (depth !== 1 || key === null) return;
    if (this.#names.has(key)) this.#members.push({ key, from: this.#previousEnd, to: end });
    this.#previousEnd = end;
  };

  /** Returns the members noted since the last call, in the order of the text. */
  take(): ReadonlyArray<Member> {
    const members = this.#members;
    this.#previousEnd = 0;
    this.#members = [];
    return members;
  }
}

const COMMA = /[ \t\r\n]*,/y;

/** Returns the position behind the comma at this position; the position itself if there is none. */
const behindComma = (text: string, at: number): number => {
  COMMA.lastIndex = at;
  return COMMA.test(text) ? COMMA.lastIndex : at;
};

/** Returns the text of an object without some of its members; all others are as they were, number tokens included. */
export const withoutMembers = (text: string, members: ReadonlyArray<Member>): string => {
  let at = text.indexOf('{') + 1;
  let kept = '{';
  for (const { from, to } of members) {
    kept += text.slice(at, Math.max(at, from));
    at = kept === '{' ? behindComma(text, to) : to;
  }
  return kept + text.slice(at);
};

/** Returns the text of an object that is not empty with one more member. */
export const withMember = (text: string, key: string, value: string): string =>
  `{${JSON.stringify(key)}:${JSON.stringify(value)},${text.slice(text.indexOf('{') + 1)}`;

/** Returns the text of a JSON object without the members of these names. */
export const withoutMembersNamed = (text: string, names: ReadonlyArray<string>): string => {
  const noted = new NotedMembers(names);
  parseJson(text, BODY_LIMITS, noted.note);
  return withoutMembers(text, noted.take());
};

/** Returns a member that is a text or a number, as text; null for any other. */
export const memberText = (value: JsonObject, name: string): string | null => {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  if (member instanceof JsonNumber) return member.text;
  return typeof member === 'string' ? member : null;
};
