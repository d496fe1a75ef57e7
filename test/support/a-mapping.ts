import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder, ndjson } from './a-file.ts';
import { runLoader } from './a-loader.ts';

export type Content = string | Uint8Array;

/**
 * What `map run` makes of a file: its items, and its errors as `line column: detail`, or why nothing is read.
 *
 * @param others files beside it, by name.
 */
export const mapped = async (
  mapping: string,
  content: Content,
  kind = 'transactions',
  others: Readonly<Record<string, Content>> = {},
) => {
  const folder = aFolder();
  const [map, file, out] = [join(folder, 'm.map.yaml'), join(folder, 'x.csv'), join(folder, 'out')];
  writeFileSync(map, `kind: ${kind}\n${mapping}`);
  writeFileSync(file, content);
  for (const [name, other] of Object.entries(others)) writeFileSync(join(folder, name), other);
  const ran = await runLoader(['map', 'run', file, '--map', map, '--out', out, '--json']);
  if (ran.code === 2) return { refused: JSON.parse(ran.err).error.detail };
  const { causes } = ran.lines.at(-1);
  const items = join(out, `${kind}.ndjson`);
  const errors = causes.map((one: any) => `${one.first.line} ${one.path}: ${one.first.detail}`);
  const isWritten = existsSync(items) && ran.lines.at(-1).files[0].rows > 0;
  return { code: ran.code, items: isWritten ? ndjson(items) : [], errors };
};
