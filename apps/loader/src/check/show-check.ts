import { differingText } from '@carryover/files/mapping/expectations';
import type { Tally } from '@carryover/files/mapping/tally';
import { table } from '@carryover/terminal/output';
import { visible } from '@carryover/terminal/visible';
import { EXIT, type Finished } from '../command.ts';
import { notReadJson, notReadText } from '../files/inputs.ts';
import { expectedJson } from '../files/mappings.ts';
import { hintOf } from './causes.ts';
import type { Checked, FileError } from './check-inputs.ts';

/** `notes.ndjson:12:34 created_at: invalid. Must be … Send …`, as editors and terminals link it. */
export const showError = ({ file, line, column, path, code, detail, hint }: FileError): string => {
  const place = [file, line, ...(column === null ? [] : [column])].join(':');
  return `${place} ${visible(path === '' ? code : `${path}: ${code}`)}. ${visible(detail)} ${hint}\n`;
};

const count = (value: number, one: string): string => `${value.toLocaleString('en')} ${one}${value === 1 ? '' : 's'}`;

/** Causes that are shown to a reader; `--json` prints up to a thousand. */
const CAUSES_SHOWN = 20;

/** The causes of errors in a table; empty if there are none. */
export const showCauses = ({ causes, others }: Pick<Checked, 'causes' | 'others'>): string => {
  if (causes.length === 0) return '';
  const shown = causes.slice(0, CAUSES_SHOWN);
  const rows = shown.map(({ rows, file, code, path, first }) => [rows, file, code, visible(path), first.line]);
  const more = causes.length === shown.length ? '' : `and ${count(causes.length - shown.length, 'other cause')}\n`;
  const beyond = others === 0 ? '' : `and ${count(others, 'other error')} of other causes\n`;
  return `\n${table(['rows', 'file', 'code', 'path', 'first line'], rows, '')}${more}${beyond}`;
};

/** What to do about the causes that are shown, by code. */
export const showHints = ({ causes }: Pick<Checked, 'causes'>): string => {
  const codes = new Set(causes.slice(0, CAUSES_SHOWN).map(({ code }) => code));
  return [...codes].map((code) => (hintOf(code) === '' ? '' : `${code}: ${hintOf(code)}\n`)).join('');
};

/** The causes of errors for scripts. */
export const causesJson = ({ causes, others }: Pick<Checked, 'causes' | 'others'>): object => ({
  causes: causes.map((cause) => ({ ...cause, hint: hintOf(cause.code) })),
  ...(others === 0 ? {} : { other_errors: others }),
});

const verdictOf = (
  leftOut: Tally['leftOut'] | undefined,
  { bad, repeated, unknownColumns, isComplete }: Checked['files'][number],
): string => {
  const figures = [
    ...(bad === 0 ? [] : [`${count(bad, 'row')} with errors`]),
    ...(repeated === 0 ? [] : [`${count(repeated, 'row')} repeated`]),
    ...(unknownColumns === 0 ? [] : [count(unknownColumns, 'unknown column')]),
    ...(isComplete ? [] : ['not read to its end']),
  ];
  const others = [...(leftOut ?? [])]
    .map(([reason, { rows }]) => `; left out: ${count(rows, 'row')} (${visible(reason)})`)
    .join('');
  return `${figures.length === 0 ? 'all valid' : figures.join(', ')}${others}`;
};

/** The rows that rules have left out, by reason. */
const leftOutJson = (tally: Tally | undefined): object =>
  tally === undefined || tally.leftOut.size === 0
    ? {}
    : { skipped: Object.fromEntries([...tally.leftOut].map(([reason, { rows }]) => [reason, rows])) };

const showFiles = ({ files, tallies }: Checked): string =>
  files
    .map((one, at) => `${one.file}: ${count(one.rows, 'row')}, ${verdictOf(tallies.get(at)?.leftOut, one)}\n`)
    .join('');

/**
 * The result of `check`: exit code 0 only if every file was read to its end, and every row is valid and none repeated.
 *
 * @param notRead files of folders.
 */
export const toFinished = (checked: Checked, notRead: ReadonlyArray<string>, allowsRepeated: boolean): Finished => {
  const repeated = checked.files.reduce((sum, one) => sum + one.repeated, 0);
  const isComplete =
    notRead.length === 0 &&
    checked.expected.every(({ agree }) => agree) &&
    checked.files.every(({ bad, unknownColumns, isComplete }) => isComplete && bad + unknownColumns === 0);
  const isValid = isComplete && (allowsRepeated || repeated === 0);
  return {
    text: `${showFiles(checked)}${differingText(checked.expected)}${showCauses(checked)}${notReadText(notRead)}`,
    json: {
      valid: isValid,
      repeated,
      files: checked.files.map(({ file, rows, bad, repeated: again, isComplete }, at) => ({
        file,
        rows,
        rejected: bad,
        repeated: again,
        complete: isComplete,
        ...leftOutJson(checked.tallies.get(at)),
      })),
      ...expectedJson(checked.expected),
      ...notReadJson(notRead),
      ...causesJson(checked),
    },
    exitCode: isValid ? EXIT.done : EXIT.rejected,
  };
};
