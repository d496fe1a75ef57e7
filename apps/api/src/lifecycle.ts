/** What a process is about. */
export type Lifecycle = {
  /** Set once, when it is told to stop. */
  isStopping: boolean;
};
