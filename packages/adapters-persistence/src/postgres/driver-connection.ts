import type { ClientBase } from 'pg';
import type { Parameter } from './statement-batch.ts';

/** Of the driver's connection, what its types leave out: the messages of PostgreSQL's protocol, and the socket. */
export type DriverConnection = {
  readonly stream: NodeJS.WritableStream & {
    readonly bytesRead: number;
    readonly bytesWritten: number;
    readonly cork: () => void;
    readonly uncork: () => void;
    readonly destroy: () => void;
  };
  readonly parsedStatements: Record<string, string>;
  readonly parse: (of: { readonly name: string; readonly text: string }) => void;
  readonly bind: (of: {
    readonly statement: string;
    readonly values: ReadonlyArray<Parameter>;
    readonly valueMapper: (value: Parameter) => string | Buffer | null;
  }) => void;
  readonly describe: (of: { readonly type: 'P' }) => void;
  readonly execute: (of: object) => void;
  readonly sync: () => void;
};

type Driver = { readonly processID: number; readonly connection: DriverConnection };

export const connectionOf = (client: ClientBase): DriverConnection => (client as unknown as Driver).connection;

/** The process a connection was told that it leads to. A pooler gives out numbers of its own. */
export const processOf = (client: ClientBase): number => (client as unknown as Driver).processID;
