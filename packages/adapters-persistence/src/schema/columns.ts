import { type DateTime, toDateTime } from '@carryover/domain/date-time';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import { JsonType, type Platform, p, type TransformContext, Type } from '@mikro-orm/postgresql';
import type * as t from 'io-ts';
import { calendarDate, checked, dateTime, oneOf } from './stored-values.ts';

/** A column of texts that hydration checks. */
class CheckedText<A extends string> extends Type<A, string> {
  protected readonly codec: t.Type<A, unknown>;
  protected readonly columnType: string;

  constructor(codec: t.Type<A, unknown>, columnType: string) {
    super();
    this.codec = codec;
    this.columnType = columnType;
  }

  override convertToJSValue(value: string): A {
    return checked(this.codec, value);
  }

  override getColumnType(): string {
    return this.columnType;
  }

  override ensureComparable(): boolean {
    return false;
  }
}

/** A column of JSON that hydration checks. */
class CheckedJson<A> extends JsonType {
  protected readonly codec: t.Type<A, unknown>;

  constructor(codec: t.Type<A, unknown>) {
    super();
    this.codec = codec;
  }

  override convertToJSValue(value: string, platform: Platform, context?: TransformContext): A {
    return checked(this.codec, super.convertToJSValue(value, platform, context));
  }
}

/** A column of times that the interface writes: seconds in UTC, whatever the session's time zone is. */
class SecondType extends Type<DateTime, Date | string> {
  override convertToJSValue(value: Date | string): DateTime {
    return value instanceof Date ? toDateTime(value) : checked(dateTime, value);
  }

  override getColumnType(): string {
    return 'timestamptz';
  }

  /** A time of an early year would have an offset with seconds in some time zones, which JavaScript cannot read. */
  override convertToJSValueSQL(column: string): string {
    return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  }
}

/** A column of bytes as PostgreSQL writes them: `\\x` and hexadecimal digits. */
class HexType extends Type<string, Buffer | string> {
  override convertToJSValue(value: Buffer | string): string {
    return typeof value === 'string' ? value : `\\x${value.toString('hex')}`;
  }

  override getColumnType(): string {
    return 'bytea';
  }
}

/** A column of money: exact, never a float. */
class MoneyType extends Type<Decimal, string> {
  override convertToDatabaseValue(value: Decimal | string): string {
    return typeof value === 'string' ? value : toMoney(value);
  }

  override convertToJSValue(value: string): Decimal {
    return new Decimal(value);
  }

  override getColumnType(): string {
    return 'numeric(12,2)';
  }

  override ensureComparable(): boolean {
    return false;
  }
}

/** Keys and codes compare and sort byte for byte, whatever the database's own locale is (decisions 2). */
export const key = () => p.text().collation('C');
/** The owner of every row that belongs to an account; first in every primary key and unique index. */
export const accountId = () => p.bigint('string').primary().autoincrement(false);
export const importId = () => p.uuid();
export const time = () => p.datetime().columnType('timestamptz');
export const second = () => p.type(new SecondType()).$type<DateTime>();
export const hex = () => p.type(new HexType());
export const day = () => p.type(new CheckedText(calendarDate, 'date'));
export const money = () => p.type(new MoneyType()).$type<Decimal>();
export const choice = <const A extends string>(values: ReadonlyArray<A>) =>
  p.type(new CheckedText(oneOf(values), 'text')).$type<A>();
export const json = <A>(codec: t.Type<A, unknown>) => p.type(new CheckedJson(codec)).$type<A>();
