/** The time, so that rules about time can be tested. */
export type Clock = { readonly now: () => Date };
