/** What the documentation depends on of how the service runs. */
export type ServedAs = {
  /** True if the service has the demo data: its pages lead to the demo's API key, else to the operator. */
  readonly isDemo: boolean;
};
