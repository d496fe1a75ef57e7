/** The store could not do what it was asked. Nothing of the request is stored. */
export type StoreFailure =
  /** It cannot be reached, or not now: the same request may succeed later. */
  | { readonly kind: 'store_unavailable'; readonly cause: unknown }
  /** Anything else: a defect of ours, or a commit whose outcome could not be found out. */
  | { readonly kind: 'store_failure'; readonly cause: unknown };
