import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import { Decimal } from '@carryover/domain/decimal';
import { hasReasons, REASONS } from '../rows/item.ts';

/** The fields whose values are equal if they are the same decimal: 100 and "100.00" (decisions 7). */
const DECIMALS = new Set([
  'amount',
  'gross_amount',
  'net_amount',
  'number_of_units',
  'price_per_unit',
  'rate',
  'units',
  'value_taxed',
]);
/** Longer tokens, and larger exponents, are no value of the interface. */
const DECIMAL = /^-?\d{1,100}(?:\.\d{1,100})?(?:[eE][+-]?\d{1,2})?$/;

/** The fields of the objects in these lists. Others are left out, as the service does if it takes them at all. */
const NESTED: Readonly<Record<string, ReadonlyArray<string>>> = {
  line_items: ['rate_band', 'start_date', 'end_date', 'number_of_units', 'net_amount', 'price_per_unit', 'units'],
  tax_items: ['amount', 'tax_type', 'value_taxed', 'rate', 'unit_type'],
};

const OF_ACCOUNT = ['import_supplier', 'external_account_number'];

const scalarText = (name: string, value: string | boolean | JsonNumber): string => {
  const text = value instanceof JsonNumber ? value.text : String(value);
  return DECIMALS.has(name) && DECIMAL.test(text) ? new Decimal(text).text : text;
};

const nestedText = (name: string, value: JsonValue): string => {
  if (Array.isArray(value)) return `[${value.map((it) => nestedText(name, it)).join(',')}]`;
  if (isJsonObject(value)) {
    const known = NESTED[name];
    const names = Object.keys(value).filter((it) => value[it] !== null && (known?.includes(it) ?? true));
    return `{${names
      .sort()
      .map((it) => `${JSON.stringify(it)}:${nestedText(it, value[it]!)}`)
      .join(',')}}`;
  }
  if (value === null || typeof value === 'boolean' || value instanceof JsonNumber)
    return String(value && scalarText(name, value));
  return DECIMALS.has(name) ? scalarText(name, value as string) : JSON.stringify(value);
};

/** A set of paths: their order is no difference (decisions 4). */
const pathsText = (value: ReadonlyArray<JsonValue>): string =>
  JSON.stringify(
    [...new Set(value.map((it) => nestedText('', isJsonObject(it) ? (it.document_path ?? null) : it)))].sort(),
  );

/** The fields of an item by name, each as a text; texts are equal exactly if the values are. */
export type FieldTexts = ReadonlyMap<string, string>;

/**
 * Returns the fields of an item, as it is in a file or as it is stored: without its account, without those that are left out
 * or have the value that leaving them out means.
 */
export const fieldTexts = (item: JsonObject): FieldTexts => {
  const fields = new Map<string, string>();
  const isRejectedBefore = hasReasons(item);
  for (const name of Object.keys(item)) {
    const value = item[name]!;
    if (value === null || OF_ACCOUNT.includes(name) || (isRejectedBefore && REASONS.names.includes(name))) continue;
    if (name === 'is_pinned' && value === false) continue;
    if (name === 'document_paths' && Array.isArray(value)) {
      if (value.length > 0) fields.set(name, pathsText(value));
    } else if (typeof value === 'object' && !(value instanceof JsonNumber)) fields.set(name, nestedText(name, value));
    else fields.set(name, scalarText(name, value));
  }
  return fields;
};

/** Returns the names of the fields that two items do not have with the same value. */
export const differingNames = (one: FieldTexts, other: FieldTexts): ReadonlyArray<string> =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
