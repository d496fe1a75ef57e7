/** Words that are not used, as they occur in a text, and what to write in their place. */
export const WORDS = [
  { unwanted: /\bhouses?\b/gi, instead: 'architecture, layout, process, or "at capacity"' },
  { unwanted: /\b(no|make|is|more|much|enough) room\b/gi, instead: 'capacity, memory, space; reserve, release' },
  { unwanted: /\bvisit(s|ed|ing|ors?)?\b/gi, instead: 'permit, acquire, release' },
  {
    unwanted: /\b(the one|request's) way\b|\bway (through|in)\b|\bon (the|its|their) way\b/gi,
    instead: 'pipeline, path',
  },
  { unwanted: /\brehears(e[sd]?|als?|ing)\b/gi, instead: 'dry run' },
  { unwanted: /\bland(s|ed|ing)\b|\bdid \w+ \w+ land\b|\bnot land\b/gi, instead: 'stored, imported' },
  { unwanted: /\bonlookers?\b|\blooks? on\b/gi, instead: 'telemetry' },
  { unwanted: /\b(one|a) look\b(?!-)|\blooks? (at )?(once|every) /gi, instead: 'poll, check' },
  { unwanted: /\bfindings?\b/gi, instead: 'issues, results' },
  {
    unwanted:
      /(?<=\d|µs|ms|kB|MiB|MB|bytes|connections|requests|statements|errors|transactions|accounts|items|twice|times) an? (row|request|item|transaction|account|process|minute|second|connection|ledger|organisation|table|statement|batch|load|answer|column|endpoint)\b/gi,
    instead: 'per row, per request',
  },
  { unwanted: /\bmend(s|ed|ing)?\b/gi, instead: 'fix, correct, repair' },
  { unwanted: /\banew\b/gi, instead: 'again, from scratch' },
  { unwanted: /\bnoughts?\b/gi, instead: 'zero' },
  {
    unwanted:
      /(?<!\bthere )\b(is|are|was|were) no\b(?! (longer|more|other|such|open|way|further|need|[a-z]+ (yet|left)))/gi,
    instead: 'is not a …',
  },
  { unwanted: /\b(is|are|was|were) made of\b/gi, instead: 'contains, consists of' },
  { unwanted: /\b(stands?|said|told) twice\b/gi, instead: 'appears twice, is a duplicate' },
  { unwanted: /(?<!that |what |this |it )\bstands\b(?! (for|in for|out)\b)/gi, instead: 'is, appears, occurs' },
  { unwanted: /\bwhoever\b/gi, instead: 'the client, the operator, anyone who holds the key' },
  {
    unwanted:
      /(?<=[.:;,(]\s|^)(who|who,)\s(?!(is|are|was|has|does|did|made|paused|may|issued)\b)[a-z]+s\b|\b(for|to|by|from|of|asks|tells) who\b/gim,
    instead: 'the client, the operator, anyone who …',
  },
  {
    unwanted:
      /(?<=[.:;(|]\s|^|- )Where (?!the\b|to\b|a rule\b|documents\b|in\b)[a-z]+\b|, where (not|it is not|that is|nothing|no|none|there is)\b/gm,
    instead: 'if …, when …',
  },
  {
    unwanted: /\/\*\*\s+(\* )?(What|How|Whether|Where|Who|Why|Which)\b/g,
    instead: 'a verb in the third person or a noun phrase first',
  },
];

/** The literal uses of a word: the file, and the phrase around the word. */
export const LITERAL = [
  // The name of a column.
  { file: 'docs/adr/0026-mikro-orm.md', phrase: 'findings of an import record' },
  { file: 'packages/adapters-persistence/src/imports/import-records.ts', phrase: 'payload, findings' },
  { file: 'packages/adapters-persistence/src/operator/reconciliation/stored-findings.ts', phrase: 'i.findings' },
  { file: 'packages/adapters-persistence/src/reading/import-records/import-record-reader.ts', phrase: "'findings'" },
  {
    file: 'packages/adapters-persistence/src/schema/migrations/0001-to-0009/0001-initial-schema.ts',
    phrase: 'findings jsonb null',
  },
  { file: 'test/api/errors.test.ts', phrase: 'findings from accepted_import' },
  { file: 'test/support/recorded-issues.ts', phrase: 'select findings from' },
];
