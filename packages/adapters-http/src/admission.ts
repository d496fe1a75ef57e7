/** A request that was let in, and what it holds. */
export type Visit = {
  /** Asks for memory for bytes of its body. @returns whether there is room; what was granted is held until it leaves. */
  readonly hold: (bytes: number) => boolean;
  readonly leave: () => void;
};

/** Lets requests in while there is room: beyond it they are answered at once, instead of after a wait that ends in nothing. */
export type Admission = {
  /** null where the house is full, or the organisation has its share of it. */
  readonly enter: (organisationId: string) => Visit | null;
  /** Requests inside, whether they are worked on, read or waiting. */
  readonly inside: () => number;
};

/** What somebody holds of a house, or of all of it. */
type Held = { requests: number; bytes: number };

/** What one organisation can't hold: an eighth of its share is there for all others. */
const FOR_OTHERS = 1 / 8;

const withOthers = (share: number): number => share + Math.ceil(share * FOR_OTHERS);

/**
 * @param maxRequests of one organisation inside at once, waiting ones included.
 * @param maxBytes of the bodies of all of them, however slowly they come.
 */
export const makeAdmission = (maxRequests: number, maxBytes: number): Admission => {
  const all: Held = { requests: 0, bytes: 0 };
  const organisations = new Map<string, Held>();

  const isFull = (held: Held): boolean => held.requests >= maxRequests || all.requests >= withOthers(maxRequests);
  const hasRoom = (held: Held, bytes: number): boolean =>
    held.bytes + bytes <= maxBytes && all.bytes + bytes <= withOthers(maxBytes);

  return {
    enter: (organisationId) => {
      const organisation = organisations.get(organisationId) ?? { requests: 0, bytes: 0 };
      if (isFull(organisation)) return null;
      organisations.set(organisationId, organisation);
      const add = (requests: number, bytes: number): void => {
        for (const held of [organisation, all]) {
          held.requests += requests;
          held.bytes += bytes;
        }
      };
      add(1, 0);
      let bytesOfVisit = 0;
      return {
        hold: (bytes) => {
          if (!hasRoom(organisation, bytes)) return false;
          add(0, bytes);
          bytesOfVisit += bytes;
          return true;
        },
        leave: () => {
          add(-1, -bytesOfVisit);
          bytesOfVisit = 0;
          if (organisation.requests === 0) organisations.delete(organisationId);
        },
      };
    },
    inside: () => all.requests,
  };
};
