import type { BodyPermit, Step } from '../pipeline/context.ts';
import { overloaded } from '../responses/rejection.ts';

/** Admits requests up to the capacity; those beyond it are answered at once instead of after a wait that ends in nothing. */
export type Admission = {
  /** null at capacity, or if the organisation uses its whole share. */
  readonly acquire: (organisationId: string) => BodyPermit | null;
  /** Admitted requests, whether they are running, being read or waiting. */
  readonly admitted: () => number;
};

/** Requests and bytes in use, by one organisation or in all. */
type Usage = { requests: number; bytes: number };

/** The part of the capacity that one organisation cannot use: an eighth of its share is kept for others. */
const FOR_OTHERS = 1 / 8;

const withOthers = (share: number): number => share + Math.ceil(share * FOR_OTHERS);

/**
 * @param maxRequests requests of one organisation at once, waiting ones included.
 * @param maxBytes bytes of all their bodies, however slowly they arrive.
 */
export const makeAdmission = (maxRequests: number, maxBytes: number): Admission => {
  const all: Usage = { requests: 0, bytes: 0 };
  const organisations = new Map<string, Usage>();

  const isAtCapacity = (usage: Usage): boolean =>
    usage.requests >= maxRequests || all.requests >= withOthers(maxRequests);
  const fits = (usage: Usage, bytes: number): boolean =>
    usage.bytes + bytes <= maxBytes && all.bytes + bytes <= withOthers(maxBytes);

  return {
    acquire: (organisationId) => {
      const organisation = organisations.get(organisationId) ?? { requests: 0, bytes: 0 };
      if (isAtCapacity(organisation)) return null;
      organisations.set(organisationId, organisation);
      const add = (requests: number, bytes: number): void => {
        for (const usage of [organisation, all]) {
          usage.requests += requests;
          usage.bytes += bytes;
        }
      };
      add(1, 0);
      let reserved = 0;
      return {
        reserve: (bytes) => {
          if (!fits(organisation, bytes)) return false;
          add(0, bytes);
          reserved += bytes;
          return true;
        },
        release: () => {
          add(-1, -reserved);
          reserved = 0;
          if (organisation.requests === 0) organisations.delete(organisationId);
        },
      };
    },
    admitted: () => all.requests,
  };
};

/** Admits the request, or rejects it with 503 at capacity. */
export const admit =
  (admission: Admission): Step =>
  (_request, response, next) => {
    const permit = admission.acquire(response.locals.caller!.organisationId);
    if (permit === null) return next(overloaded);
    response.locals.permits.push(permit);
    response.locals.bodyPermit = permit;
    next();
  };
