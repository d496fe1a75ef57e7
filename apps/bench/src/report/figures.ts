const MEGABYTE = 1024 * 1024;

/** The text for a missing figure. */
const NONE = '–';

const grouped = (value: number, digits: number): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const orNone = (value: number | null, show: (value: number) => string): string =>
  value === null || !Number.isFinite(value) ? NONE : show(value);

/** Three significant digits or so: more would say more than a noisy machine knows. */
export const figure = (value: number | null): string =>
  orNone(value, (it) => grouped(it, Math.abs(it) >= 100 ? 0 : Math.abs(it) >= 10 ? 1 : 2));
export const ratio = (value: number | null): string => orNone(value, (it) => it.toFixed(2));
export const whole = (value: number | null): string => orNone(value, (it) => grouped(it, 0));
export const megabytes = (bytes: number | null): string => orNone(bytes, (it) => grouped(it / MEGABYTE, 0));
export const percent = (share: number | null): string => orNone(share, (it) => `${(it * 100).toFixed(0)} %`);
