import { table } from '@carryover/terminal/output';
import { visible } from '@carryover/terminal/visible';
import type { Finished } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import type { Checked, FileError } from './check-inputs.ts';
import { hintOf } from './hint.ts';

/** `notes.ndjson:12:34 created_at: invalid. Must be … Send …`, as editors and terminals link it. */
export const showError = ({ file, line, column, path, code, detail, hint }: FileError): string => {
  const place = [file, line, ...(column === null ? [] : [column])].join(':');
  return `${place} ${visible(path === '' ? code : `${path}: ${code}`)}. ${visible(detail)} ${hint}\n`;
};

const count = (value: number, one: string): string => `${value.toLocaleString('en')} ${one}${value === 1 ? '' : 's'}`;

const showCauses = ({ causes, others }: Checked): string => {
  if (causes.length === 0) return '';
  const rows = causes.map(({ rows, file, code, path, first }) => [rows, file, code, visible(path), first.line]);
  const more = others === 0 ? '' : `and ${count(others, 'other error')} of other causes\n`;
  return `\n${table(['rows', 'file', 'code', 'path', 'first line'], rows, '')}${more}`;
};

const showFiles = ({ files }: Checked): string =>
  files
    .map(({ file, rows, bad, isComplete }) => {
      const verdict = bad === 0 ? 'all valid' : `${count(bad - (isComplete ? 0 : 1), 'row')} with errors`;
      return `${file}: ${count(rows, 'row')}, ${verdict}${isComplete ? '' : ', not read to its end'}\n`;
    })
    .join('');

/** The result of `check`: exit code 0 only if every file was read to its end and every row is valid. */
export const toFinished = (checked: Checked): Finished => {
  const isValid = checked.files.every(({ bad }) => bad === 0);
  return {
    text: `${showFiles(checked)}${showCauses(checked)}`,
    json: {
      valid: isValid,
      files: checked.files.map(({ file, rows, bad, isComplete }) => ({
        file,
        rows,
        rejected: bad,
        complete: isComplete,
      })),
      causes: checked.causes.map((cause) => ({ ...cause, hint: hintOf(cause.code) })),
      ...(checked.others === 0 ? {} : { other_errors: checked.others }),
    },
    exitCode: isValid ? EXIT.done : EXIT.rejected,
  };
};
