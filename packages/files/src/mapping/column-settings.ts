import type { Column, Mapping } from '@carryover/contract/mapping/mapping';
import { makeDecimalText } from './decimal-text.ts';

/** The settings of a column, with those of the mapping. */
export const settingsOf = (mapping: Mapping, column: Partial<Column>) => ({
  decimalChar: column.decimalChar ?? mapping.decimalChar,
  groupChar: column.groupChar ?? mapping.groupChar ?? '',
  dateFormat: column.dateFormat ?? mapping.dateFormat ?? null,
  timeZone: column.timeZone ?? mapping.timeZone,
  missing: new Set(column.missingValues ?? mapping.missingValues ?? ['']),
});

/** Returns what reads a number of a column, before `reverse`. @param column null: it is not mapped. */
export const decimalOf = (mapping: Mapping, mapped: Column | null) => {
  const column: Partial<Column> = mapped ?? {};
  const { decimalChar, groupChar } = settingsOf(mapping, column);
  return makeDecimalText({
    decimalChar,
    groupChar,
    negative: column.negative ?? ['leading'],
    currency: column.currency ?? null,
    impliedDecimals: column.impliedDecimals ?? null,
  });
};
