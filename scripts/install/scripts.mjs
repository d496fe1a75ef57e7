import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written into a package's folder once its install scripts have run: npm removes it with the package. */
const MARK = '.scripts-run';

const folderOf = (root, name) => join(root, 'node_modules', name);

/**
 * Install scripts run only for the packages that `allowScripts` of package.json lists. `.npmrc` has `ignore-scripts`, because
 * npm knows the list since version 11 only: none runs in `npm ci`, whichever npm it is, and those of the list afterwards.
 *
 * @returns the listed packages that are installed and whose scripts have not run.
 */
export const findWithoutScripts = (root) => {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter(
    (name) =>
      allowScripts[name] === true && existsSync(folderOf(root, name)) && !existsSync(join(folderOf(root, name), MARK)),
  );
};

/** Notes that the scripts of these packages have run. */
export const markScriptsRun = (root, names) => {
  for (const name of names) writeFileSync(join(folderOf(root, name), MARK), '');
};
