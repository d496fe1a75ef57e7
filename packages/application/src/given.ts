type GivenFields<A> = { readonly [Name in keyof A]?: NonNullable<A[Name]> };

/** Returns the fields that have a value: in a filter or a change, a field that is left out is not the same as null. */
export const given = <A extends object>(fields: A): GivenFields<A> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as GivenFields<A>;
