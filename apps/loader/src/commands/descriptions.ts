/** The descriptions of commands, in their own file so that `--help` does not load the commands. */
export const DESCRIPTIONS = {
  sample: 'write sample files of all kinds, with the accounts and totals that belong to them',
  check: 'check files without a service: every error with file, line, path, code and hint',
  load: 'send files to the service, and prove at the end that all of it is stored',
  verify: 'compare files with what is stored, without sending anything',
  'dry-run': 'ask the service what it would reject or move, without storing anything',
  totals: 'register your control totals, with which the operator proves the migration',
  map: 'make items of files of another form: guess a mapping, look at it, run it',
  diff: 'compare two dry runs: newly failing, newly passing, other causes, moved dates',
  evidence: 'check the evidence pack of the operator, without a service',
  completion: 'print a completion script for bash, zsh, fish or powershell',
} as const;

export type CommandName = Exclude<keyof typeof DESCRIPTIONS, 'completion'>;

/** The commands of `map`. */
export const MAP_DESCRIPTIONS = {
  init: 'guess a mapping from a file, with what is not certain as comments',
  show: 'print rows of a file before and after its mapping',
  run: 'write the items that mappings make of files, as NDJSON',
} as const;

export type MapCommandName = keyof typeof MAP_DESCRIPTIONS;
