import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { theFolder } from './a-file.ts';
import { freePort } from './free-port.ts';
import { installPackages } from './install-packages.ts';

const EXIM = '/usr/sbin/exim4';

/** Who may sign in, and only after STARTTLS. */
export const LOGIN = { user: 'carryover', password: 'a secret: with {braces} $and dollars' };
/** The server does not take mail for it. */
export const UNKNOWN = 'nobody@example.com';

const eximString = (text: string): string => text.replaceAll(/[\\${}]/g, (found) => `\\${found}`);

const configuration = (folder: string, port: number): string => `
exim_path = ${EXIM}
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/pid
primary_hostname = mail.example.com
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts = *
tls_certificate = ${folder}/certificate.pem
tls_privatekey = ${folder}/key.pem
deliver_drop_privilege
rfc1413_query_timeout = 0s
host_lookup =
acl_smtp_rcpt = recipient
begin acl
recipient:
  deny recipients = ${UNKNOWN}
  require authenticated = *
  accept
begin routers
all:
  driver = accept
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  create_directory
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and {{eq{$auth2}{${eximString(LOGIN.user)}}}{eq{$auth3}{${eximString(LOGIN.password)}}}}}
  server_advertise_condition = \${if def:tls_in_cipher {*}}
`;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false)).once('data', () => socket.destroy());
  });

/** A user without rights: Debian's for this server, or who runs the tests. */
const userOf = (): { readonly uid: number; readonly gid: number } | null => {
  if (process.getuid?.() !== 0) return null;
  const [, , uid, gid] = /^Debian-exim:(.*)$/m.exec(readFileSync('/etc/passwd', 'utf8'))![0].split(':');
  return { uid: Number(uid), gid: Number(gid) };
};

/** A message as a file of the server: header lines and text. */
type Received = { readonly headers: Readonly<Record<string, string>>; readonly text: string };

const parse = (file: string): Received => {
  const [head = '', ...rest] = readFileSync(file, 'utf8').split('\n\n');
  const lines = head.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);
  return { headers: Object.fromEntries(headers), text: rest.join('\n\n') };
};

/**
 * Debian's Exim on a free port of loopback, for all tests of a file, with files of its own: nothing of the machine is changed. It is
 * installed if it is missing. It takes mail after STARTTLS and a login, and keeps it in a folder.
 */
export const theMailServer = async () => {
  if (!existsSync(EXIM) && !(await installPackages(['exim4-daemon-light'])))
    throw new Error('exim4-daemon-light could not be installed: install it by hand.');
  const folder = theFolder();
  const port = await freePort();
  mkdirSync(join(folder, 'mail'));
  const certificate = join(folder, 'certificate.pem');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', join(folder, 'key.pem'), '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  writeFileSync(join(folder, 'exim.conf'), configuration(folder, port));
  const user = userOf();
  if (user !== null)
    for (const name of ['', 'mail', 'key.pem', 'exim.conf']) chownSync(join(folder, name), user.uid, user.gid);
  chmodSync(join(folder, 'exim.conf'), 0o644);

  let child: ChildProcess | null = null;
  const stop = async () => {
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    child = null;
  };
  return {
    port,
    /** The variables of a console that mails by it. */
    environment: {
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_USER: LOGIN.user, SMTP_PASSWORD: LOGIN.password },
      ...{ ALARM_MAIL_FROM: 'carryover@example.com', ALARM_MAIL_TO: 'night@example.com' },
      NODE_EXTRA_CA_CERTS: certificate,
    },
    start: async () => {
      child = spawn(EXIM, ['-C', join(folder, 'exim.conf'), '-bdf', '-q1m'], { stdio: 'inherit', ...user });
      while (!(await isListening(port))) await delay(20);
    },
    stop,
    /** What it took, in any order. */
    mails: (): ReadonlyArray<Received> => {
      const kept = join(folder, 'mail', 'new');
      return existsSync(kept) ? readdirSync(kept).map((name) => parse(join(kept, name))) : [];
    },
  };
};
