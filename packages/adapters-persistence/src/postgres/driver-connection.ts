import type { ClientBase } from 'pg';

/** Of the driver's connection, what its types leave out: what it has prepared, the message that ends a batch, and the socket. */
export type DriverConnection = {
  readonly stream: NodeJS.WritableStream & {
    readonly bytesRead: number;
    readonly bytesWritten: number;
    readonly cork: () => void;
    readonly uncork: () => void;
    readonly destroy: () => void;
  };
  readonly parsedStatements: Record<string, string>;
  readonly sync: () => void;
};

type Driver = { readonly processID: number; readonly connection: DriverConnection };

export const connectionOf = (client: ClientBase): DriverConnection => (client as unknown as Driver).connection;

/** The process a connection was told that it leads to. A pooler gives out numbers of its own. */
export const processOf = (client: ClientBase): number => (client as unknown as Driver).processID;
