/** The settings that the documentation depends on. */
export type ServedAs = {
  /** True if the service has the demo data: the pages then show the demo's API key. */
  readonly isDemo: boolean;
  /** True if there is no service behind the pages: nothing can be tried on them. */
  readonly isStatic: boolean;
};
