import { keyStateOf } from '@carryover/application/access/authenticate';
import { list, table, wire } from '@carryover/terminal/output';
import type { Command } from 'commander';
import { changing, command, group, identifier, line, moment, type Runner } from '../command.ts';

const ALL = 'all organisations';

export const platformKeyCommand = (run: Runner): Command => {
  const issue = changing(command('issue', 'issue a platform key; it is shown only once'))
    .requiredOption('--label <text>', 'purpose of the key, shown by `platform-key list`', line(128))
    .option('--organisation <name>', 'the only organisation that the key reads (default: all)', identifier)
    .option('--expires <date>', 'day or UTC time from which the key is rejected', moment)
    .action((options) =>
      run(
        options,
        ({ platformKeys }, { actor }) =>
          platformKeys.issue({
            organisation: options.organisation ?? null,
            label: options.label,
            expiresAt: options.expires ?? null,
            actor,
          }),
        ({ platformKey, prefix, organisation }) => ({
          text: `${list([
            ['Platform key', platformKey],
            ['Prefix', prefix],
            ['Reads', organisation ?? ALL],
            ['Label', options.label],
          ])}\nKeep the key. Only its hash is stored, so it cannot be shown again.\n`,
          json: { platform_key: platformKey, prefix, organisation },
        }),
      ),
    );
  const listAll = command('list', 'list the platform keys by prefix').action((options) =>
    run(
      options,
      ({ platformKeys }) => platformKeys.list(),
      (keys) => ({
        text: table(
          ['PREFIX', 'LABEL', 'READS', 'STATE', 'CREATED', 'EXPIRES'],
          keys.map((key) => [
            key.prefix,
            key.label,
            key.organisation ?? ALL,
            keyStateOf(key, new Date()),
            key.createdAt,
            key.expiresAt,
          ]),
          'There are no platform keys. To issue one: platform-key issue --label TEXT',
        ),
        json: keys.map((key) => ({
          ...wire(key, 'prefix', 'label', 'organisation'),
          state: keyStateOf(key, new Date()),
          ...wire(key, 'createdAt', 'expiresAt', 'revokedAt'),
        })),
      }),
    ),
  );
  const revoke = changing(command('revoke', 'revoke a platform key; it stops working within 5 seconds'))
    .requiredOption('--prefix <prefix>', 'prefix of the key, as listed', identifier)
    .action((options) =>
      run(
        options,
        ({ platformKeys }, { actor }) => platformKeys.revoke({ prefix: options.prefix, actor }),
        () => ({
          text: `Platform key ${options.prefix} revoked.\n`,
          json: { prefix: options.prefix, state: 'revoked' },
        }),
      ),
    );
  return group('platform-key').addCommand(issue).addCommand(listAll).addCommand(revoke);
};
