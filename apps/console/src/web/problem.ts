/** A request that is refused with a page: what happened, and what to do. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly hint: string;
  constructor(status: number, title: string, detail: string, hint: string) {
    super(detail);
    this.status = status;
    this.title = title;
    this.hint = hint;
  }
}

/** The same for what does not exist and for what belongs to an organisation outside the person's roles. */
export const notFound = (): Problem =>
  new Problem(
    404,
    'Not found',
    'There is no such page, or your roles do not include it.',
    'Check the address, or start from the overview.',
  );

export const badRequest = (detail: string, hint = 'Go back, correct it and send it again.', status = 400): Problem =>
  new Problem(status, 'This cannot be read', detail, hint);

/** The change is refused because of what is stored now. */
export const conflict = (detail: string, hint = 'Go back and look at the current state first.'): Problem =>
  new Problem(409, 'Nothing was changed', detail, hint);
