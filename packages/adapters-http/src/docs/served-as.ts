/** The settings of the service that the documentation depends on. */
export type ServedAs = {
  /** True if the service has the demo data: the pages then show the demo's API key. */
  readonly isDemo: boolean;
};
