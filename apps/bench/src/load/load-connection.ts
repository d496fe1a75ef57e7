/** One connection of the load generator: one request at a time. */
export type LoadConnection = {
  /** Sends a whole request. @returns null once it was accepted, else the response; never rejects. */
  readonly send: (request: Buffer) => Promise<string | null>;
  readonly close: () => void;
};

/** Opens a connection. Rejects if the other side cannot be reached. */
export type OpenConnection = () => Promise<LoadConnection>;
