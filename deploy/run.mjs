// Starts a program of an installed tree in place of this process, without npm or a shell: `node deploy/run.mjs service`.
// The commands, with their V8 flags, are those of the npm scripts, so that both start the same.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);
/** The npm script of each program. */
const SCRIPTS = { service: 'start', console: 'console', operator: 'operator', load: 'load' };

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

const [name, ...args] = process.argv.slice(2);
if (name === '--help') {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (!Object.hasOwn(SCRIPTS, name)) fail(`${name ? `There is no program "${name}". ` : ''}${USAGE}`);

const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const script = scripts[SCRIPTS[name]];
const command = /^exec node (?<flags>(?:--\S+ )*)(?<program>\S+\.(?:ts|mjs))$/.exec(script)?.groups;
if (command === undefined) fail(`The npm script "${SCRIPTS[name]}" is not "exec node [FLAG…] PROGRAM".`);
const flags = command.flags.split(' ').filter((flag) => flag !== '');
const program = fileURLToPath(new URL(command.program, ROOT));
process.execve(process.execPath, [process.execPath, ...flags, program, ...args], process.env);
