import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** TypeScript rewrites `./note.ts` in the JavaScript it emits, but not in the declarations. */
const RELATIVE_TS = /(\bfrom |\bimport\()(['"])(\.\.?\/[^'"]*)\.ts\2/g;

/**
 * Compiles a package's sources to `output`: ES modules, and declarations with their docstrings. The sources are copied
 * into `work`, where other packages of ours are found as they are published, not as sources.
 */
export const compile = ({ root, work, folder, types, output }) => {
  const place = join(work, 'sources', folder);
  cpSync(join(root, 'packages', folder, 'src'), join(place, 'src'), { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"type":"module"}');
  const compilerOptions = {
    rootDir: './src',
    outDir: output,
    types,
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const config = { extends: join(root, 'tsconfig.build.json'), compilerOptions, include: ['./src'] };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config));

  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', place], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${folder} does not compile:\n${stdout}`);

  for (const file of globSync('**/*.d.ts', { cwd: output })) {
    const path = join(output, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(RELATIVE_TS, '$1$2$3.js$2'));
  }
};
