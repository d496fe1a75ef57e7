import { endpointOf, type Made } from '../batches/batch.ts';
import type { Known } from '../model.ts';
import type { Complain } from './disagreement.ts';
import type { StoredImport } from './stored.ts';

/** A request made again, as the checker compares it. */
export type Request = Known & { readonly made: Made };

/** An import record, and the request it is of. */
export type Accepted = { readonly id: string; readonly request: Request };

/** Finds the request of each import record by its payload, byte for byte. */
export const acceptedOf = (
  requests: ReadonlyArray<Request>,
  imports: ReadonlyArray<StoredImport>,
  complain: Complain,
): ReadonlyArray<Accepted> => {
  const byBody = new Map(requests.map((request) => [request.made.body, request]));
  return imports.flatMap((record) => {
    const request = byBody.get(record.payload);
    if (request === undefined) {
      complain('stray', `import ${record.id}`, 'its payload was never sent');
      return [];
    }
    if (record.endpoint !== endpointOf(request.batch))
      complain('record', `import ${record.id}`, `says ${record.endpoint}, was sent to ${endpointOf(request.batch)}`);
    if (record.itemCount !== request.made.itemCount)
      complain('record', `import ${record.id}`, `counts ${record.itemCount} items of ${request.made.itemCount}`);
    return [{ id: record.id, request }];
  });
};

/** Every answer is borne out by the records: 201 has one, "nothing was stored" has none, and no attempt has two. */
export const checkRecords = (
  requests: ReadonlyArray<Request>,
  accepted: ReadonlyArray<Accepted>,
  refused: ReadonlySet<string>,
  complain: Complain,
): void => {
  const idsOf = Map.groupBy(accepted, ({ request }) => request);
  for (const request of requests) {
    const ids = new Set((idsOf.get(request) ?? []).map(({ id }) => id));
    const { batch, sends, acknowledged, denied } = request;
    for (const id of acknowledged)
      if (!ids.has(id)) complain('record', `import ${id}`, `${batch.name} was answered 201, and it is not there`);
    for (const id of denied)
      if (ids.has(id)) complain('stray', `import ${id}`, `${batch.name} was answered that nothing was stored`);
    for (const id of request.refused)
      if (!refused.has(id))
        complain('record', `refused import ${id}`, `${batch.name} was refused, and it is not there`);
    if (ids.size > sends - denied.length)
      complain(
        'stray',
        batch.name,
        `${ids.size} imports of ${sends} attempts, ${denied.length} of which stored nothing`,
      );
  }
};

/** A ledger accepts one history (§4.3), and has it if a response said so. */
export const checkLedgers = (
  requests: ReadonlyArray<Request>,
  accepted: ReadonlyArray<Accepted>,
  complain: Complain,
): void => {
  const ledgers = Map.groupBy(
    requests.filter(({ batch }) => batch.ledger !== null),
    ({ batch }) => batch.ledger!,
  );
  for (const [ledger, rivals] of ledgers) {
    const imports = accepted.filter(({ request }) => rivals.includes(request)).length;
    if (imports > 1) complain('doubled', `history of ${ledger}`, `${imports} imports of it`);
    if (imports === 0 && rivals.some(({ isAlreadyThere }) => isAlreadyThere))
      complain('lost', `history of ${ledger}`, 'answered that it is there already, and it is not');
  }
};
