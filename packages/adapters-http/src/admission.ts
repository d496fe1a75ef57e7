/** A request that was let in, and what it holds. */
export type Visit = {
  /** Asks for memory for bytes of its body. @returns whether there is room; what was granted is held until it leaves. */
  readonly hold: (bytes: number) => boolean;
  readonly leave: () => void;
};

/** Lets requests in while there is room: beyond it they are answered at once, instead of after a wait that ends in nothing. */
export type Admission = {
  /** null where the house is full. */
  readonly enter: () => Visit | null;
  /** Requests inside, whether they are worked on, read or waiting. */
  readonly inside: () => number;
};

/**
 * @param maxRequests inside at once, waiting ones included.
 * @param maxBytes of the bodies of all of them, however slowly they come.
 */
export const makeAdmission = (maxRequests: number, maxBytes: number): Admission => {
  let requests = 0;
  let bytesHeld = 0;
  return {
    enter: () => {
      if (requests >= maxRequests) return null;
      requests += 1;
      let held = 0;
      return {
        hold: (bytes) => {
          if (bytesHeld + bytes > maxBytes) return false;
          bytesHeld += bytes;
          held += bytes;
          return true;
        },
        leave: () => {
          requests -= 1;
          bytesHeld -= held;
          held = 0;
        },
      };
    },
    inside: () => requests,
  };
};
