import { type CalendarDate, checkPeriod } from '@carryover/domain/calendar-date';
import { MAX_LENGTH } from '../limits.ts';
import { issuesAt, type Rule, record } from './codec.ts';
import { calendarDate, identifier } from './scalars.ts';

/** The two fields by which every request names its account (§1). */
export const accountFields = {
  import_supplier: identifier(MAX_LENGTH.importSupplier).described(
    'Code of the import supplier, compared byte for byte.',
    'DEMO_SUPPLIER',
  ),
  external_account_number: identifier(MAX_LENGTH.externalAccountNumber).described(
    "The account's number in the client's own system, compared byte for byte.",
    'EXTERNAL-1234',
  ),
};

/** The query parameters of endpoints that have none. */
export const noParameters = record({ name: 'query parameters', unknown: 'unknown_parameter', required: {} });

/** The two days of a bill's or statement's period (§2). */
export const periodFields = {
  bill_period_from_date: calendarDate.described('First day of the billed period.', '2019-09-01'),
  bill_period_to_date: calendarDate.described('Last day of the billed period, not before its first day.', '2019-09-30'),
};

type PeriodMembers = { readonly billPeriodFromDate: CalendarDate; readonly billPeriodToDate: CalendarDate };

/** `invalid_period` at the later day (decisions 3). */
export const periodInOrder: Rule<PeriodMembers> = ({ billPeriodFromDate: from, billPeriodToDate: to }) =>
  from === undefined || to === undefined ? [] : issuesAt('bill_period_to_date', checkPeriod({ from, to }));
