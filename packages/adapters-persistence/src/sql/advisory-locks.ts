/** The keys of all advisory locks. They are arbitrary; they are in one place so that no two parts have the same. */
export const ADVISORY_LOCKS = {
  migration: 7_214_033_116,
  rollups: 7_214_033_117,
  seals: 7_214_033_118,
  keeping: 7_214_033_121,
  alarms: 7_214_033_122,
  noteWords: 7_214_033_123,
  organisationNames: 7_214_033_124,
  savedLists: 7_214_033_125,
  rollupVerification: 7_214_033_126,
} as const;
