import type { ApiKeyListing } from '@carryover/application/ports/administration';
import * as TE from '@carryover/application/task-either';
import type { Command } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import { command, group, identifier, moment, type Runner } from '../command.ts';
import { list, table } from '../output.ts';

export const organisationCommand = (run: Runner): Command => {
  const create = command('create', 'create an organisation')
    .requiredOption('--name <name>', 'its name, unique', identifier)
    .action((options) =>
      run(
        ({ organisations }) =>
          pipe(
            organisations.create({ name: options.name }),
            TE.map(({ id, name }) => ({ text: `Organisation "${name}" created.\n`, json: { id, name } })),
          ),
        options,
      ),
    );
  const listAll = command('list', 'list the organisations').action((options) =>
    run(
      ({ organisations }) =>
        pipe(
          organisations.list(),
          TE.map((found) => ({
            text: table(
              ['NAME', 'SUPPLIERS', 'LIVE API KEYS', 'CREATED'],
              found.map(({ name, suppliers, liveApiKeys, createdAt }) => [name, suppliers, liveApiKeys, createdAt]),
              'There are no organisations yet: organisation create --name NAME',
            ),
            json: found.map(({ id, name, suppliers, liveApiKeys, createdAt }) => ({
              id,
              name,
              suppliers,
              live_api_keys: liveApiKeys,
              created_at: createdAt,
            })),
          })),
        ),
      options,
    ),
  );
  return group('organisation').addCommand(create).addCommand(listAll);
};

const keyState = ({ revokedAt, expiresAt }: ApiKeyListing): string => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= new Date() ? 'expired' : 'live';
};

export const apiKeyCommand = (run: Runner): Command => {
  const issue = command('issue', 'issue an API key; it is shown this once')
    .requiredOption('--organisation <name>', 'whose key it is', identifier)
    .option('--expires <date>', 'from then on it is refused: a day or a UTC time', moment)
    .action((options) =>
      run(
        ({ organisations }) =>
          pipe(
            organisations.issueApiKey({ organisation: options.organisation, expiresAt: options.expires ?? null }),
            TE.map(({ apiKey, prefix, organisation }) => ({
              text: `${list([
                ['API key', apiKey],
                ['Prefix', prefix],
                ['Organisation', organisation],
              ])}\nKeep the key: it is stored only as a hash and can't be shown again.\n`,
              json: { api_key: apiKey, prefix, organisation },
            })),
          ),
        options,
      ),
    );
  const listAll = command('list', "list an organisation's API keys by prefix")
    .requiredOption('--organisation <name>', 'whose keys', identifier)
    .action((options) =>
      run(
        ({ organisations }) =>
          pipe(
            organisations.listApiKeys({ organisation: options.organisation }),
            TE.map((keys) => ({
              text: table(
                ['PREFIX', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED'],
                keys.map((key) => [key.prefix, keyState(key), key.createdAt, key.expiresAt, key.lastUsedAt]),
                'The organisation has no API keys: api-key issue --organisation NAME',
              ),
              json: keys.map((key) => ({
                prefix: key.prefix,
                state: keyState(key),
                created_at: key.createdAt,
                expires_at: key.expiresAt,
                revoked_at: key.revokedAt,
                last_used_at: key.lastUsedAt,
              })),
            })),
          ),
        options,
      ),
    );
  const revoke = command('revoke', 'revoke an API key; its tokens die within 5 seconds')
    .requiredOption('--prefix <prefix>', 'the visible beginning of the key', identifier)
    .action((options) =>
      run(
        ({ organisations }) =>
          pipe(
            organisations.revokeApiKey({ prefix: options.prefix }),
            TE.map(() => ({
              text: `API key ${options.prefix} revoked.\n`,
              json: { prefix: options.prefix, state: 'revoked' },
            })),
          ),
        options,
      ),
    );
  return group('api-key').addCommand(issue).addCommand(listAll).addCommand(revoke);
};
