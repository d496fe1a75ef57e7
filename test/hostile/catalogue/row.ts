import type { Request } from './request.ts';

/**
 * One hostile request and what the specification says is answered.
 *
 * `code` is the item's if the response has items, else the response's own; null if it is accepted (200, 201), and if Node's
 * HTTP parser may reject it with an empty body. `attr` is that of the response; if it is left out, it is not checked.
 */
export type Row = readonly [name: string, request: Request, status: number, code: string | null, attr?: string];
