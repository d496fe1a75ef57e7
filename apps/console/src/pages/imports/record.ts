import {
  type FoundImport,
  findImport,
  type ImportRecord,
  readPayloadOrAlteration,
  readStoredItems,
} from '@carryover/adapters-persistence/queries/import-records';
import { readRemovedItemsOf } from '@carryover/adapters-persistence/queries/removed-items';
import { type ApprovalDesk, authorOf } from '../../approvals/approvals.ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { address } from '../../view/address.ts';
import { layOutJson } from '../../view/lay-out-json.ts';
import { type Link, ofSupplier, type Place, under } from '../../view/place.ts';
import { actorOf, isId, parameter, queryText, reasonOf, within } from '../../web/input.ts';
import { notFound, orProblem, Problem } from '../../web/problem.ts';
import { get, getLogged, page, post, type Route, type Visit } from '../../web/route.ts';
import { spokenKind } from '../accounts/missing.ts';
import { remedyOf } from '../refusals/filter.ts';

/** Finds the import that the address names, within the organisations that the person may see. */
export const importOf = async ({ operator }: ConsoleUseCases, visit: Visit): Promise<FoundImport> => {
  const id = parameter(visit, 'id').toLowerCase();
  if (!isId(id)) throw notFound();
  const found = await orProblem(findImport(operator.em)(id));
  if (found === null) throw notFound();
  within(visit.scope, found.record.organisation);
  return found;
};

export const recordLink = ({ id }: ImportRecord) => ({ title: 'Import', path: `/imports/${id}` });

/** The place of a page about an import. */
export const placeOf = (
  visit: Visit,
  { organisation, supplierCode: supplier }: ImportRecord,
  ...below: ReadonlyArray<Link>
): Place => {
  if (supplier === null) return under({ title: 'Imports', path: '/imports' }, ...below);
  const imports = { title: 'Imports', path: address('/imports', { organisation, supplier }) };
  return ofSupplier(visit, { organisationName: organisation, code: supplier }, 'imports', imports, ...below);
};

/** The part of a payload that a page shows; all of it can be downloaded. */
const SHOWN = 200_000;

/** Lines above an item that are shown with it, if not all are. */
const ABOVE = 20;

/** A longer payload is shown as it was sent: lines take several times its memory, and a while. */
const LAID_OUT = 2_000_000;

/** Returns the part of a payload that is shown: before the item that the address names, the item, and behind it. */
const shownOf = (payload: string, identifier: string | null) => {
  if (payload.length > LAID_OUT) {
    const text = payload.slice(0, SHOWN);
    return { text, item: null, rest: '', isCut: true, isMissing: false, isLong: true };
  }
  const { lines, item } = layOutJson(payload, identifier);
  const from = lines.join('\n').length <= SHOWN ? 0 : Math.max(0, (item?.from ?? 0) - ABOVE);
  const part = (start: number, end?: number): string => lines.slice(start, end).join('\n').slice(0, SHOWN);
  const parts =
    item === null
      ? { text: part(from), item: null, rest: '' }
      : { text: part(from, item.from), item: part(item.from, item.to), rest: part(item.to) };
  return {
    ...parts,
    isCut: from > 0 || lines.join('\n').length > SHOWN,
    isMissing: identifier !== null && item === null,
    isLong: false,
  };
};

/** The supplier of an import, for an approval. */
export const subjectOf = ({ organisation, supplierCode }: ImportRecord) => ({ organisation, supplierCode });

const notApproved = (path: string): Problem =>
  new Problem(403, 'Not allowed', 'A look at a payload needs a second person.', `Ask for it first, on ${path}.`);

export const recordRoutes = (useCases: ConsoleUseCases, desk: ApprovalDesk): ReadonlyArray<Route> => {
  const { operator, serviceAddress } = useCases;
  const withPayload = async (visit: Visit) => {
    const { record } = await importOf(useCases, visit);
    if (record.outcome !== 'accepted' || record.payloadRemovedAt !== null) throw notFound();
    return record;
  };
  /** null: the person has to ask first. */
  const payloadOf = async (visit: Visit) => {
    const record = await withPayload(visit);
    const grant = desk.isNeeded('payloads') ? await desk.grantOf(visit, record.id) : null;
    if (desk.isNeeded('payloads') && grant === null) return { record, payload: null };
    const actor = grant === null ? { ...actorOf(visit), reason: null } : authorOf(grant);
    const { id } = record;
    const subject = { ...subjectOf(record), externalAccountNumber: record.externalAccountNumber };
    return { record, payload: await orProblem(operator.lookAtPayload({ id, subject, actor })) };
  };
  const ask = post('/imports/:id/payload/ask', 'records', async (visit) => {
    const record = await withPayload(visit);
    const reason = reasonOf(visit);
    const what = { import_id: record.id, path: `/imports/${record.id}` };
    return desk.ask(visit, { kind: 'payloads', subject: subjectOf(record), what, reason });
  });
  return [
    get('/imports/:id', 'records', async (visit) => {
      const { record, findings, failed } = await importOf(useCases, visit);
      const isStored = record.outcome === 'accepted' && record.undone === null;
      const ofAccount = {
        supplier: record.supplierCode,
        organisation: record.organisation,
        account: record.externalAccountNumber,
      };
      return page(
        'Import',
        'pages/imports/record',
        {
          record,
          findings,
          failed,
          remedy: record.code === null ? null : remedyOf(record.code, await serviceAddress()),
          stored: isStored ? await orProblem(readStoredItems(operator.em)(record.id)) : null,
          removed: record.undone === null ? null : await orProblem(readRemovedItemsOf(operator.em, record.id)),
          spokenKind,
          alteration:
            record.outcome === 'accepted'
              ? (await orProblem(readPayloadOrAlteration(operator.em)(record.id))).alteration
              : null,
          mayUndo: isStored && visit.may('change', record.organisation),
          ofAccount: record.externalAccountNumber === null ? null : address('/imports', ofAccount),
          ofLoad: address('/imports', { organisation: record.organisation, load: record.loadId }),
          find: address('/accounts', { q: record.externalAccountNumber }),
        },
        placeOf(visit, record),
      );
    }),
    getLogged('/imports/:id/payload', 'records', async (visit) => {
      const { record, payload } = await payloadOf(visit);
      if (payload === null) {
        const path = `/imports/${record.id}`;
        const asked = { action: `${path}/payload/ask`, cancel: path };
        return page('Look at a payload', 'pages/imports/ask', asked, placeOf(visit, record, recordLink(record)));
      }
      const values = {
        record,
        ...shownOf(payload, queryText(visit.query, 'item')),
        size: Buffer.byteLength(payload),
      };
      return page('Payload', 'pages/imports/payload', values, placeOf(visit, record, recordLink(record)));
    }),
    getLogged('/imports/:id/payload.json', 'records', async (visit) => {
      const { record, payload } = await payloadOf(visit);
      if (payload === null) throw notApproved(`/imports/${record.id}/payload`);
      const sent = Buffer.from(payload);
      async function* bytes() {
        yield sent;
      }
      return { kind: 'download', fileName: `${record.id}.json`, contentType: 'application/json', bytes: bytes() };
    }),
    ...(desk.isNeeded('payloads') ? [ask] : []),
  ];
};
