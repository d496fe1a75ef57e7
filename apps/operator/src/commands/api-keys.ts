import { keyStateOf } from '@carryover/application/access/authenticate';
import { list, table, wire } from '@carryover/terminal/output';
import type { Command } from 'commander';
import { changing, command, group, identifier, line, moment, type Runner } from '../command.ts';

export const apiKeyCommand = (run: Runner): Command => {
  const issue = changing(command('issue', 'issue an API key; it is shown only once'))
    .requiredOption('--organisation <name>', 'organisation that owns the key', identifier)
    .option('--label <text>', 'purpose of the key, shown by `api-key list`', line(128))
    .option('--expires <date>', 'day or UTC time from which the key is rejected', moment)
    .action((options) =>
      run(
        options,
        ({ apiKeys }, { actor }) =>
          apiKeys.issue({
            organisation: options.organisation,
            label: options.label ?? null,
            expiresAt: options.expires ?? null,
            actor,
          }),
        ({ apiKey, prefix, organisation, label }) => ({
          text: `${list([
            ['API key', apiKey],
            ['Prefix', prefix],
            ['Organisation', organisation],
            ...(label === null ? [] : [['Label', label] as const]),
          ])}\nKeep the key. Only its hash is stored, so it cannot be shown again.\n`,
          json: { api_key: apiKey, prefix, organisation },
        }),
      ),
    );
  const listAll = command('list', "list an organisation's API keys by prefix")
    .requiredOption('--organisation <name>', 'organisation that owns the keys', identifier)
    .action((options) =>
      run(
        options,
        ({ apiKeys }) => apiKeys.list({ organisation: options.organisation }),
        (keys) => ({
          text: table(
            ['PREFIX', 'LABEL', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED'],
            keys.map((key) => [
              key.prefix,
              key.label,
              keyStateOf(key, new Date()),
              key.createdAt,
              key.expiresAt,
              key.lastUsedAt,
            ]),
            'The organisation has no API keys. To issue one: api-key issue --organisation NAME',
          ),
          json: keys.map((key) => ({
            ...wire(key, 'prefix', 'label'),
            state: keyStateOf(key, new Date()),
            ...wire(key, 'createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt'),
          })),
        }),
      ),
    );
  const revoke = changing(command('revoke', 'revoke an API key; its tokens stop working within 5 seconds'))
    .requiredOption('--prefix <prefix>', 'prefix of the key, as listed', identifier)
    .action((options) =>
      run(
        options,
        ({ apiKeys }, { actor }) => apiKeys.revoke({ prefix: options.prefix, actor }),
        () => ({
          text: `API key ${options.prefix} revoked.\n`,
          json: { prefix: options.prefix, state: 'revoked' },
        }),
      ),
    );
  return group('api-key').addCommand(issue).addCommand(listAll).addCommand(revoke);
};
