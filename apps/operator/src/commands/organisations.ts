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
  const listAll = command('list', 'list the organisations; archived ones only with --archived')
    .option('--archived', 'also those that are archived')
    .action((options: { readonly json?: boolean; readonly archived?: boolean }) =>
      run(
        options,
        ({ organisations }) => organisations.list(),
        (all) => {
          const found = options.archived === true ? all : all.filter(({ archivedAt }) => archivedAt === null);
          return {
            text: table(
              ['NAME', 'SUPPLIERS', 'LIVE API KEYS', 'CREATED', ...(options.archived === true ? ['ARCHIVED'] : [])],
              found.map(({ name, suppliers, liveApiKeys, createdAt, archivedAt }) => [
                ...[name, suppliers, liveApiKeys, createdAt],
                ...(options.archived === true ? [archivedAt] : []),
              ]),
              'There are no organisations. To create one: organisation create --name NAME',
            ),
            json: found.map((one) => wire(one, 'id', 'name', 'suppliers', 'liveApiKeys', 'createdAt', 'archivedAt')),
          };
        },
      ),
    );
  const rename = changing(
    command('rename', 'give an organisation another name; what is recorded keeps the name of its time'),
  )
    .requiredOption('--name <name>', 'name of the organisation', identifier)
    .requiredOption('--to <name>', 'its new name, which no other organisation has or had', identifier)
    .action((options) =>
      run(
        options,
        ({ organisations }, { actor }) =>
          organisations.rename({ name: options.name, to: options.to, shownId: null, actor }),
        (organisation) => ({
          text: `The organisation is now named "${organisation.name}". Roles name it: change them at the identity provider.\n`,
          json: wire(organisation, 'id', 'name', 'archivedAt'),
        }),
      ),
    );
  const archive = changing(
    command('archive', 'hide an organisation, refuse its keys and pause its suppliers; nothing is removed'),
  )
    .requiredOption('--name <name>', 'name of the organisation', identifier)
    .action((options) =>
      run(
        options,
        ({ organisations }, { actor }) => organisations.archive({ name: options.name, actor }),
        (organisation) => ({
          text: `Organisation "${organisation.name}" archived. Its keys are refused within 5 seconds.\n`,
          json: wire(organisation, 'id', 'name', 'archivedAt'),
        }),
      ),
    );
  const restore = changing(command('restore', 'bring an archived organisation back; its suppliers stay paused'))
    .requiredOption('--name <name>', 'name of the organisation', identifier)
    .action((options) =>
      run(
        options,
        ({ organisations }, { actor }) => organisations.restore({ name: options.name, actor }),
        (organisation) => ({
          text: `Organisation "${organisation.name}" is in use again. To go on with a supplier: supplier resume\n`,
          json: wire(organisation, 'id', 'name', 'archivedAt'),
        }),
      ),
    );
  return [create, listAll, rename, archive, restore].reduce((all, one) => all.addCommand(one), group('organisation'));
};
