import { table, wire } from '@carryover/terminal/output';
import type { Command } from 'commander';
import { changing, command, group, identifier, type Runner } from '../command.ts';

export const organisationCommand = (run: Runner): Command => {
  const create = changing(command('create', 'create an organisation'))
    .requiredOption('--name <name>', 'unique name', identifier)
    .action((options) =>
      run(
        options,
        ({ organisations }, { actor }) => organisations.create({ name: options.name, actor }),
        ({ id, name }) => ({ text: `Organisation "${name}" created.\n`, json: { id, name } }),
      ),
    );
  const listAll = command('list', 'list the organisations').action((options) =>
    run(
      options,
      ({ organisations }) => organisations.list(),
      (found) => ({
        text: table(
          ['NAME', 'SUPPLIERS', 'LIVE API KEYS', 'CREATED'],
          found.map(({ name, suppliers, liveApiKeys, createdAt }) => [name, suppliers, liveApiKeys, createdAt]),
          'There are no organisations. To create one: organisation create --name NAME',
        ),
        json: found.map((one) => wire(one, 'id', 'name', 'suppliers', 'liveApiKeys', 'createdAt')),
      }),
    ),
  );
  return group('organisation').addCommand(create).addCommand(listAll);
};
