// Starts a program of an installed tree, without npm or a shell: `node deploy/run.mjs service`. The commands, with their V8
// flags, are those of the npm scripts, so that both start the same, with the Node that npm installed. It takes the place of
// this process; from a Node without execve (before 22.15) it is a child, with the same signals and exit code.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);
/** The npm script of each program. */
const SCRIPTS = { service: 'start', console: 'console', operator: 'operator', load: 'load' };
/** The Node of package-lock.json. An image has it in another place, and starts this file with it. */
const INSTALLED_NODE = fileURLToPath(new URL('node_modules/.bin/node', ROOT));
/** The programs are TypeScript. */
const NEEDED_NODE = 24;

const USAGE = `Usage: run.mjs PROGRAM [ARGUMENT…]

  service    the service (port PORT, 3000)
  console    the operator's console (port CONSOLE_PORT, 3100)
  operator   the operator's command: operator --help lists its commands
  load       the client's loader: load --help lists its commands
`;

const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};

const findNode = () => {
  if (existsSync(INSTALLED_NODE)) return INSTALLED_NODE;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath;
  return fail(
    `This needs Node ${NEEDED_NODE}, and is ${process.version}. npm ci installs it; or use Node ${NEEDED_NODE}.`,
  );
};

const [name, ...args] = process.argv.slice(2);
if (name === '--help') {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (!Object.hasOwn(SCRIPTS, name)) fail(`${name ? `There is no program "${name}". ` : ''}${USAGE}`);

const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const script = scripts[SCRIPTS[name]];
// A script begins with the installation of what is missing, which is not for an installed tree.
const COMMAND =
  /^(?:\(node scripts\/install\.mjs --omit=dev\) && )?exec node (?<flags>(?:--\S+ )*)(?<program>\S+\.(?:ts|mjs))$/;
const command = COMMAND.exec(script)?.groups;
if (command === undefined) fail(`The npm script "${SCRIPTS[name]}" does not end with "exec node [FLAG…] PROGRAM".`);
const flags = command.flags.split(' ').filter((flag) => flag !== '');
const node = findNode();
const all = [...flags, fileURLToPath(new URL(command.program, ROOT)), ...args];
if (process.execve === undefined) (await import('../packages/terminal/src/run-beside.mjs')).runBeside(node, all);
else process.execve(node, [node, ...all], process.env);
