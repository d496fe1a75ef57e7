import type { Place } from './places.ts';

/** `repeated`: all fields are equal. `duplicate`: not all. `transaction`: a transaction of the history occurs earlier. */
export type Verdict = 'repeated' | 'duplicate' | 'transaction';

/** A row whose identifier an earlier row of the files has. */
export type Repeat = { readonly verdict: Verdict; readonly first: Place };

/** A repeat with its row as JSON. */
export type RepeatedRow = Repeat & { readonly json: string };
