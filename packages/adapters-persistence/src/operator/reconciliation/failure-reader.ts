import type { FailureFilter, FailureGroup } from '@carryover/application/ports/operator/import-records';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';
import { nameOwners, toAttempt } from '../../reading/import-records/import-record-entity.ts';
import { readRefusedItems } from '../../reading/import-records/refused-items.ts';
import { RefusedImport } from '../../schema/entities/import-record.ts';

const REFUSED = `
  select r.id, r.code from refused_import r
  where ($1::uuid is null or exists (select 1 from import_supplier s
           where s.id = $1 and s.organisation_id = r.organisation_id and s.code = r.supplier_code))
    and ($2::text is null or r.external_account_number = $2) and ($3::text is null or r.endpoint = $3)
    and ($4::text is null or r.code = $4)
    and ($5::timestamptz is null or r.received_at >= $5) and ($6::timestamptz is null or r.received_at < $6)
    and ($7::text[] is null or r.organisation_id in (select o.id from organisation o where o.name = any($7)))
    and r.id > $8
  order by r.id limit $9`;

const refusedRow = t.type({ id: t.string, code: t.string });

/** Requests that are judged at a time: the memory that this needs does not depend on their number. */
const PAGE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Counts = Omit<FailureGroup, 'code' | 'example'> & {
  readonly example: { readonly id: string; readonly isSolved: boolean };
};

const NONE = { count: 0, sentAgainWithoutIt: 0, notSentAgain: 0, solved: 0, withoutAccount: 0 };
const COUNTED = {
  'sent again without it': 'sentAgainWithoutIt',
  'not sent again': 'notSentAgain',
  solved: 'solved',
  unknown: 'withoutAccount',
} as const;

const stillFailing = ({ sentAgainWithoutIt, notSentAgain }: Counts): number => sentAgainWithoutIt + notSentAgain;

/** The refused requests that the filter takes, by code: those with the most that are still failing first. */
export const readFailures = async (em: EntityManager, filter: FailureFilter): Promise<ReadonlyArray<FailureGroup>> => {
  const groups = new Map<string, Counts>();
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const rows: ReadonlyArray<t.TypeOf<typeof refusedRow>> = await readRows(em, refusedRow, REFUSED, [
      filter.supplierId ?? null,
      filter.externalAccountNumber ?? null,
      filter.endpoint ?? null,
      filter.code ?? null,
      filter.since?.toISOString() ?? null,
      filter.until?.toISOString() ?? null,
      filter.organisations ?? null,
      after,
      PAGE,
    ]);
    em.clear();
    const judged = await readRefusedItems(
      em,
      rows.map(({ id }) => id),
    );
    for (const { id, code } of rows) {
      const { state } = judged.get(id)!;
      const known = groups.get(code) ?? { ...NONE, example: { id, isSolved: true } };
      const isSolved = state === 'solved';
      const counted = COUNTED[state];
      groups.set(code, {
        ...known,
        count: known.count + 1,
        [counted]: known[counted] + 1,
        // The latest that is not solved, else the latest.
        example: isSolved && !known.example.isSolved ? known.example : { id, isSolved },
      });
    }
    after = rows.length < PAGE ? undefined : rows.at(-1)!.id;
  }
  const examples = await em.find(RefusedImport, { id: { $in: [...groups.values()].map(({ example }) => example.id) } });
  const records = await nameOwners(em, examples.map(toAttempt('refused')));
  const byId = new Map(records.map((record) => [record.id, record]));
  return [...groups]
    .toSorted(
      ([code, one], [otherCode, other]) =>
        stillFailing(other) - stillFailing(one) ||
        other.withoutAccount - one.withoutAccount ||
        other.count - one.count ||
        (code < otherCode ? -1 : 1),
    )
    .map(([code, { example, ...counts }]) => ({ code, ...counts, example: byId.get(example.id)! }));
};
