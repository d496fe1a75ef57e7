import type { Request } from './request.ts';

/**
 * One hostile request and what the specification says is answered.
 *
 * `code` is the item's where the answer has items, else the answer's own; null if it is taken (200, 201), and where Node's
 * HTTP parser may refuse it with an empty body. `attr` as answered; where it is left out, it is not looked at.
 */
export type Row = readonly [name: string, request: Request, status: number, code: string | null, attr?: string];
