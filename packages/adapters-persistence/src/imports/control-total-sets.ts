import { hash } from 'node:crypto';
import type { ControlTotalSets, RegisteredSet } from '@carryover/application/ports/control-total-sets';
import { type ControlTotal, keyOf, lineOf, TOTAL_TYPES } from '@carryover/domain/control-total';
import type { HeldTotals } from '@carryover/domain/control-total-set';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { v7 as makeId } from 'uuid';
import { oneOf, orNull } from '../schema/stored-values.ts';
import { toStoreFailure } from '../sql/store-failure.ts';
import { bytesArray, type DbTransaction, makeBeginTransaction, plainArray, textArray } from '../sql/transaction.ts';
import { erasedNameIn } from './account-repository.ts';

const ADD_SET = `
  insert into control_total_set (id, supplier_id, name) values ($1, $2, $3) on conflict (supplier_id, name) do nothing`;

// The lock lets the requests of a set run one after another: what one of them counts, no other is adding to.
const LOCK_SET = 'select id from control_total_set where supplier_id = $1 and name = $2 for update';

/** The digest of a set: of the digests of its lines, in their order as bytes. */
const SUMMARY = `count(*)::int as totals, sha256(coalesce(string_agg(c.line_sha256, ''::bytea order by c.line_sha256), ''::bytea)) as digest`;

// The limit has each total looked up by the key: of a table that was never analysed, a join read the whole set for each.
const HELD = `
  select given.number, given.ledger, given.type, held.count::text as count, held.sum::text as sum
  from (select unnest($3::text[]) as number, unnest($4::text[]) as ledger, unnest($5::text[]) as type,
               unnest($6::text[]) as erased) given
  cross join lateral (
    select c.count, c.sum from control_total c
    where c.set_id = (select id from control_total_set where supplier_id = $1 and name = $2)
      and c.external_account_number in (given.number, given.erased) and c.ledger_number = given.ledger and c.type = given.type
    limit 1) held`;

/** Those of these accounts that were erased, by the names that are stored of them: a set does not have their numbers (decisions 18). */
const ERASED = `
  select external_account_number as name from account
  where supplier_id = $1 and erased_at is not null and external_account_number = any($2::text[])`;
const erasedRow = t.type({ name: t.string });

const REGISTERED = `
  select r.totals, encode(r.sha256, 'hex') as sha256 from control_total_registration r
  where r.set_id = (select id from control_total_set where supplier_id = $1 and name = $2)`;

const ADD = `
  insert into control_total (set_id, external_account_number, ledger_number, type, count, sum, line_sha256)
  select $1::uuid, unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), unnest($5::bigint[]), unnest($6::numeric(32,2)[]),
         unnest($7::bytea[])`;

const SUMMARISE = `
  select totals, encode(digest, 'hex') as sha256 from (select ${SUMMARY} from control_total c where c.set_id = $1) s`;

const COMPLETE = `
  insert into control_total_registration (set_id, supplier_id, api_key_id, totals, sha256)
  select $1::uuid, $2::uuid, $3::uuid, s.totals, s.digest
  from (select ${SUMMARY} from control_total c where c.set_id = $1::uuid) s
  returning totals, encode(sha256, 'hex') as sha256`;

const setRow = t.type({ id: t.string });
const heldRow = t.type({
  number: t.string,
  ledger: t.string,
  type: oneOf(TOTAL_TYPES),
  count: t.string,
  sum: orNull(t.string),
});
const summaryRow = t.type({ totals: t.number, sha256: t.string });

const toTotal = ({ number, ledger, type, count, sum }: t.TypeOf<typeof heldRow>): ControlTotal => ({
  externalAccountNumber: number,
  ledgerNumber: ledger,
  type,
  count: Number(count),
  sum: sum === null ? null : new Decimal(sum),
});

/** @param nameOf returns the stored name of an account; a digest is of the row as it was sent. */
const addTotals = (
  transaction: DbTransaction,
  setId: string,
  totals: ReadonlyArray<ControlTotal>,
  nameOf: (number: string) => string,
): void => {
  if (totals.length === 0) return;
  transaction.write(ADD, [
    setId,
    textArray(totals.map(({ externalAccountNumber }) => nameOf(externalAccountNumber))),
    textArray(totals.map(({ ledgerNumber }) => ledgerNumber)),
    textArray(totals.map(({ type }) => type)),
    plainArray(totals.map(({ count }) => count)),
    plainArray(totals.map(({ sum }) => sum && toMoney(sum))),
    bytesArray(totals.map((total) => hash('sha256', lineOf(total), 'buffer'))),
  ]);
};

type Add = ControlTotalSets['add'];

/** Two round trips, whatever the number of totals. The second one has the commit. */
const addIn = async <Refusal>(
  transaction: DbTransaction,
  { supplier, caller, name, totals, isLast }: Parameters<Add>[0],
  decide: (held: HeldTotals) => E.Either<Refusal, ReadonlyArray<ControlTotal>>,
): Promise<E.Either<Refusal, () => Promise<RegisteredSet>>> => {
  transaction.write(ADD_SET, [makeId(), supplier.id, name]);
  const toErased = erasedNameIn(supplier);
  const names = totals.map(({ externalAccountNumber }) => toErased(externalAccountNumber));
  const [sets, held, registered, erased] = await Promise.all([
    transaction.read(setRow, LOCK_SET, [supplier.id, name]),
    transaction.read(heldRow, HELD, [
      supplier.id,
      name,
      textArray(totals.map(({ externalAccountNumber }) => externalAccountNumber)),
      textArray(totals.map(({ ledgerNumber }) => ledgerNumber)),
      textArray(totals.map(({ type }) => type)),
      textArray(names),
    ]),
    transaction.read(summaryRow, REGISTERED, [supplier.id, name]),
    transaction.read(erasedRow, ERASED, [supplier.id, textArray([...new Set(names)])]),
  ]);
  const [known] = registered;
  const decided = decide({
    isComplete: known !== undefined,
    totals: new Map(held.map(toTotal).map((total) => [keyOf(total), total])),
  });
  if (E.isLeft(decided)) return decided;
  if (known !== undefined) return E.right(async () => ({ name, isComplete: true, ...known }));
  const { id } = sets[0]!;
  const erasedNames = new Set(erased.map((row) => row.name));
  addTotals(transaction, id, decided.right, (number) =>
    erasedNames.size > 0 && erasedNames.has(toErased(number)) ? toErased(number) : number,
  );
  const summary = isLast
    ? transaction.read(summaryRow, COMPLETE, [id, supplier.id, caller.apiKeyId])
    : transaction.read(summaryRow, SUMMARISE, [id]);
  return E.right(async () => ({ name, isComplete: isLast, ...(await summary)[0]! }));
};

export const makePostgresControlTotalSets = (orm: MikroORM): ControlTotalSets => {
  const beginTransaction = makeBeginTransaction(orm);
  return {
    add: (request, decide) => async () => {
      let transaction: DbTransaction | undefined;
      try {
        transaction = await beginTransaction();
        const added = await addIn(transaction, request, decide);
        const ending = transaction;
        transaction = undefined;
        if (E.isLeft(added)) {
          await ending.rollback();
          return added;
        }
        const summary = added.right();
        // Told by the commit, which fails with it.
        summary.catch(() => undefined);
        // If its answer is lost, the client sends the request again: the same totals are no more of them.
        await ending.commit();
        return E.right(await summary);
      } catch (error) {
        await transaction?.rollback();
        return E.left(toStoreFailure(error));
      }
    },
  };
};
