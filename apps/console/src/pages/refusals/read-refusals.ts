import { queryText } from '../../web/parameter.ts';
import { badRequest } from '../../web/problem.ts';
import { text } from '../imports/filter.ts';

/** The choices of a time range, in days. */
const DAYS = ['1', '7', '30', '365'] as const;
const DEFAULT_DAYS = '7';
const DAY_MS = 86_400_000;

/** The filters of the refusals, as they are in an address. */
type RefusalAddress = Readonly<Record<'organisation' | 'supplier' | 'code' | 'days', string | null>>;

/** Reads the filters; the last seven days unless others are chosen. */
export const readRefusals = (
  query: URLSearchParams,
): { readonly filters: RefusalAddress; readonly since: Date; readonly path: string | null } => {
  const days = text(query, 'days') ?? DEFAULT_DAYS;
  if (!DAYS.some((one) => one === days)) throw badRequest(`The filter days is none of ${DAYS.join(', ')}.`);
  return {
    filters: {
      organisation: text(query, 'organisation'),
      supplier: text(query, 'supplier'),
      code: text(query, 'code'),
      days,
    },
    since: new Date(Date.now() - Number(days) * DAY_MS),
    path: queryText(query, 'path'),
  };
};
