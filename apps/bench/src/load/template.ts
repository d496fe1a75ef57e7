/**
 * A text that is sent many times with other numbers in it. Preparing a request then means writing digits into bytes that are
 * there already, so that the load generator takes little of the two cores it shares.
 */
export type Template = { readonly bytes: Buffer; readonly slots: ReadonlyArray<Slot> };

/** The number in a slot: of the account, of its rows' key, of the request, or of an item. */
type SlotKind = 'account' | 'key' | 'request' | 'item';
type Slot = { readonly kind: SlotKind; readonly at: number };

/** Marks for a template's text, as wide as the number that takes their place. */
export const SLOT: Readonly<Record<SlotKind, string>> = {
  account: '@'.repeat(8),
  key: '^'.repeat(19),
  request: '~'.repeat(12),
  item: '#'.repeat(10),
};
const KINDS = Object.keys(SLOT) as ReadonlyArray<SlotKind>;

/** The numbers of one request. */
export type Numbers = {
  readonly account: number;
  /** The key of the account's rows; if left out, the account's number takes its place. */
  readonly key?: string;
  readonly request: number;
  readonly firstItem: number;
};

const placesOf = (bytes: Buffer, kind: SlotKind): ReadonlyArray<Slot> => {
  const mark = Buffer.from(SLOT[kind]);
  const slots: Slot[] = [];
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) slots.push({ kind, at });
  return slots;
};

export const makeTemplate = (bytes: Buffer): Template => ({
  bytes,
  slots: KINDS.flatMap((kind) => placesOf(bytes, kind)),
});

const writeDigits = (bytes: Buffer, at: number, width: number, number: number): void => {
  let rest = number;
  for (let index = at + width - 1; index >= at; index -= 1) {
    bytes[index] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
};

/** Writes a request's numbers into `bytes`, a copy of the template's. */
export const fill = ({ slots }: Template, bytes: Buffer, { account, key, request, firstItem }: Numbers): void => {
  const ofRequest = { account, key: account, request };
  let item = firstItem;
  for (const { kind, at } of slots) {
    const width = SLOT[kind].length;
    if (kind === 'item') {
      writeDigits(bytes, at, width, item);
      item += 1;
    } else if (kind === 'key' && key !== undefined) {
      bytes.write(key.padStart(width, '0'), at, 'latin1');
    } else {
      writeDigits(bytes, at, width, ofRequest[kind]);
    }
  }
};
