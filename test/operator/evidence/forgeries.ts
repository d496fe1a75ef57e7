import { hash } from 'node:crypto';
import { makeMerkleTree } from '@carryover/domain/merkle-tree';
import { hashOfSeal } from '@carryover/domain/seal';
import { digestOf, leafOf, ownerOf, type SealOwner, tagOf } from '@carryover/domain/sealed-leaf';
import { recordsOf, withRecords } from './a-forger.ts';
import type { Packed } from './a-pack.ts';

type Files = ReadonlyArray<Packed>;
/** A forged pack before it is signed, and what the reason that it is unsound must name. */
type Forgery = {
  readonly files: Files;
  readonly change?: (manifest: any) => object;
  readonly names: string;
};
/** @param pick returns one of a list, at random. */
type Forge = (pack: Files, pick: <A>(all: ReadonlyArray<A>) => A) => Forgery;

export const textOf = (pack: Files, name: string): string =>
  pack.find((file) => file.name === name)!.content.toString();
const linesOf = (pack: Files, name: string): ReadonlyArray<string> => textOf(pack, name).split('\n').filter(Boolean);
export const withText = (pack: Files, name: string, text: string): Files =>
  pack.map((file) => (file.name === name ? { name, content: Buffer.from(text) } : file));
const withLines = (pack: Files, name: string, lines: ReadonlyArray<string>): Files =>
  withText(pack, name, lines.map((line) => `${line}\n`).join(''));

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
const SEALS = 'seals.ndjson';
const ACTIONS = 'operator-actions.ndjson';
const isSeal = (line: string) => line.startsWith('{"number"');
const isLeaf = (line: string, ...kinds: ReadonlyArray<string>) => kinds.some((kind) => line.startsWith(`["${kind}"`));
const foreign = () => JSON.stringify(Buffer.alloc(48, 7).toString('base64'));

const manifestOf = (pack: Files) => JSON.parse(textOf(pack, 'manifest.json'));
const idOf = (line: string): string => {
  const [kind, first, second] = JSON.parse(line);
  return kind === 'import_undo' ? second : first;
};
const digestOfLine = (line: string) =>
  digestOf(sha256, { kind: JSON.parse(line)[0], id: idOf(line), sha256: hash('sha256', line) });

const ownerOfPack = (pack: Files): SealOwner => {
  const { organisation, former_names: formerNames = [], import_supplier: code, owner } = manifestOf(pack);
  return { organisation, formerNames, organisationId: owner.organisation_id, code, supplierId: owner.supplier_id };
};
const isAction = (line: string) => isLeaf(line, 'operator_action', 'erased_action');
const tagOfLine = (of: SealOwner, line: string, digest: Uint8Array) =>
  tagOf(sha256, ownerOf(of, JSON.parse(line)[0], isAction(line) ? JSON.parse(line)[8] : undefined), digest);

/** Passes the actions that have a name for the organisation for those of another supplier. */
const withHidden = (pack: Files, name: string): Files => {
  const of = ownerOfPack(pack);
  const isHidden = (line: string) => isAction(line) && JSON.parse(line)[8] === name;
  const ids = linesOf(pack, SEALS).filter(isHidden).map(idOf);
  const hidden = linesOf(pack, SEALS).map((line) => {
    if (!isHidden(line)) return line;
    const digest = digestOfLine(line);
    return JSON.stringify(Buffer.concat([tagOfLine(of, line, digest), digest]).toString('base64'));
  });
  const left = linesOf(pack, ACTIONS).filter((line) => !ids.includes(JSON.parse(line).id));
  return withLines(withLines(pack, SEALS, hidden), ACTIONS, left);
};
const FIRST = { format: 'carryover-evidence-1', former_names: undefined };

/** Makes the chain of the seals again, so that it is right over other leaves. @param from the first seal that is made again. */
const resealed = (pack: Files, lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const of = ownerOfPack(pack);
  const tree = makeMerkleTree(sha256);
  let previous: string | null = null;
  return lines.map((line) => {
    if (isSeal(line)) {
      const seal = {
        ...{ ...JSON.parse(line), previous, signature: null },
        ...{ size: tree.leaves(), root: Buffer.from(tree.root()).toString('hex') },
      };
      previous = hashOfSeal(sha256, seal);
      return JSON.stringify(seal);
    }
    if (line.startsWith('"')) {
      const bytes = Buffer.from(JSON.parse(line), 'base64');
      tree.addHash(leafOf(sha256, bytes.subarray(0, 16), bytes.subarray(16)));
    } else {
      const digest = digestOfLine(line);
      tree.addHash(leafOf(sha256, tagOfLine(of, line, digest), digest));
    }
    return line;
  });
};

/** Changes a cell of a row of totals of transactions. */
const withCell = (pack: Files, pick: <A>(all: ReadonlyArray<A>) => A, change: (cells: string[]) => void): Forgery => {
  const rows = textOf(pack, 'totals.csv').split('\r\n');
  const at = pick([...rows.keys()].filter((index) => rows[index]!.includes(',PAYMENT,')));
  const cells = rows[at]!.split(',');
  const [number] = cells;
  change(cells);
  return {
    files: withText(pack, 'totals.csv', rows.with(at, cells.join(',')).join('\r\n')),
    names: number!.replace(/^'/, ''),
  };
};
const more = (money: string) => (Number(money) + 1).toFixed(2);

const without =
  (kinds: ReadonlyArray<string>, instead: ReadonlyArray<string>): Forge =>
  (pack, pick) => {
    const lines = linesOf(pack, SEALS);
    const line = pick(lines.filter((one) => isLeaf(one, ...kinds)));
    const id = idOf(line);
    const left = (name: string) => linesOf(pack, name).filter((one) => JSON.parse(one).id !== id);
    const changed = withLines(pack, SEALS, lines.toSpliced(lines.indexOf(line), 1, ...instead));
    const name = isLeaf(line, 'operator_action') ? ACTIONS : 'imports.ndjson';
    return { files: withLines(changed, name, left(name)), names: 'seal' };
  };

const RECORD_CHANGES: Readonly<Record<string, unknown>> = {
  received_at: '2020-01-01T00:00:00.000Z',
  api_key_prefix: 'forged',
  endpoint: 'notes/forged',
  external_account_number: 'FORGED',
  item_count: 99,
  payload_removed_at: '2020-01-01T00:00:00.000Z',
};
const ACTION_CHANGES: Readonly<Record<string, unknown>> = {
  performed_at: '2020-01-01T00:00:00+00:00',
  performed_by: 'Mallory',
  reason: 'another reason',
  action: 'nothing',
  before: { forged: true },
  after: { forged: true },
};

/** What somebody who holds the signing key can do to a pack. */
export const FORGERIES: Readonly<Record<string, Forge>> = {
  'a sum is changed': (pack, pick) =>
    withCell(pack, pick, (cells) => {
      cells[4] = more(cells[4]!);
    }),
  'a count is changed, and so is what was expected': (pack, pick) =>
    withCell(pack, pick, (cells) => {
      cells[3] = String(Number(cells[3]) + 1);
      cells[5] = cells[3];
    }),
  'the account of a total is changed': (pack, pick) =>
    withCell(pack, pick, (cells) => {
      cells[0] = 'FORGED';
    }),
  'a total is removed': (pack, pick) => {
    const rows = textOf(pack, 'totals.csv').split('\r\n');
    const row = pick(rows.filter((one) => one.includes(',PAYMENT,')));
    return {
      files: withText(pack, 'totals.csv', rows.filter((one) => one !== row).join('\r\n')),
      names: row.split(',')[0]!.replace(/^'/, ''),
    };
  },
  'a total is added': (pack) => ({
    files: withText(
      pack,
      'totals.csv',
      `${textOf(pack, 'totals.csv')}FORGED,L-1,PAYMENT,1,1.00,1,1.00,0,0.00,true,,,agree\r\n`,
    ),
    names: 'FORGED',
  }),
  'only what was expected is changed': (pack, pick) => ({
    ...withCell(pack, pick, (cells) => {
      cells[6] = more(cells[6]!);
      cells[9] = String(cells[3] === cells[5] && cells[4] === cells[6]);
    }),
    names: 'first',
  }),
  'an import is removed from its list': (pack, pick) => {
    const records = recordsOf(pack);
    const { id } = pick(records.filter(({ outcome }) => outcome === 'accepted'));
    return {
      files: withRecords(
        pack,
        records.filter((record) => record.id !== id),
      ),
      change: (manifest) => ({
        ...manifest,
        imports: {
          ...manifest.imports,
          undone: recordsOf(pack).filter((record) => record.id !== id && record.undone_at !== null).length,
        },
      }),
      names: id,
    };
  },
  'a refused request is removed from its list': (pack, pick) => {
    const records = recordsOf(pack);
    const { id } = pick(records.filter(({ outcome }) => outcome === 'refused'));
    return {
      files: withRecords(
        pack,
        records.filter((record) => record.id !== id),
      ),
      names: id,
    };
  },
  'an import is added': (pack, pick) => {
    const record = {
      ...pick(recordsOf(pack)),
      id: 'ffffffff-0000-7000-8000-000000000000',
      outcome: 'accepted',
      undone_at: null,
    };
    return { files: withRecords(pack, [...recordsOf(pack), record]), names: record.id };
  },
  'an import record is changed': (pack, pick) => {
    const field = pick(Object.keys(RECORD_CHANGES));
    const record = pick(
      recordsOf(pack).filter(({ outcome, item_count }) => outcome === 'accepted' && item_count !== 99),
    );
    const records = recordsOf(pack).map((one) =>
      one.id === record.id ? { ...one, [field]: RECORD_CHANGES[field] } : one,
    );
    return { files: withRecords(pack, records), names: record.id };
  },
  'an undone import is not undone': (pack, pick) => {
    const { id } = pick(recordsOf(pack).filter(({ undone_at }) => undone_at !== null));
    const records = recordsOf(pack).map((one) => (one.id === id ? { ...one, undone_at: null } : one));
    const undone = records.filter(({ undone_at }) => undone_at !== null).length;
    return {
      files: withRecords(pack, records),
      change: (manifest) => ({ ...manifest, imports: { ...manifest.imports, undone } }),
      names: id,
    };
  },
  'an import is removed with its leaf': without(['accepted_import'], []),
  'an import is removed, and its leaf is passed for that of another': without(['accepted_import'], [foreign()]),
  'an import is removed, and its own leaf is passed for that of another': (pack, pick) => {
    const { owner } = manifestOf(pack);
    const line = pick(linesOf(pack, SEALS).filter((one) => isLeaf(one, 'accepted_import')));
    const digest = digestOfLine(line);
    const leaf = Buffer.concat([tagOf(sha256, owner.supplier_id, digest), digest]).toString('base64');
    const lines = linesOf(pack, SEALS).map((one) => (one === line ? JSON.stringify(leaf) : one));
    return { files: withLines(pack, SEALS, lines), names: 'left out' };
  },
  'an import is removed, and is said to be erased': (pack, pick) => {
    const line = pick(linesOf(pack, SEALS).filter((one) => isLeaf(one, 'accepted_import')));
    const leaf = JSON.stringify({ kind: 'accepted_import', id: idOf(line), sha256: hash('sha256', line) });
    return {
      files: withLines(
        pack,
        SEALS,
        linesOf(pack, SEALS).map((one) => (one === line ? leaf : one)),
      ),
      names: idOf(line),
    };
  },
  'an undo is removed with its leaf': without(['import_undo'], []),
  'an operator action is removed with its leaf': without(['operator_action'], [foreign()]),
  'an operator action is removed from its list': (pack, pick) => {
    const line = pick(linesOf(pack, ACTIONS));
    return {
      files: withLines(
        pack,
        ACTIONS,
        linesOf(pack, ACTIONS).filter((one) => one !== line),
      ),
      names: JSON.parse(line).id,
    };
  },
  'an operator action is changed': (pack, pick) => {
    const field = pick(Object.keys(ACTION_CHANGES));
    const line = pick(linesOf(pack, ACTIONS));
    const changed = JSON.stringify({ ...JSON.parse(line), [field]: ACTION_CHANGES[field] });
    return {
      files: withLines(
        pack,
        ACTIONS,
        linesOf(pack, ACTIONS).map((one) => (one === line ? changed : one)),
      ),
      names: JSON.parse(line).id,
    };
  },
  'an operator action is added': (pack, pick) => {
    const added = { ...JSON.parse(pick(linesOf(pack, ACTIONS))), id: 'ffffffff-0000-7000-8000-000000000000' };
    return { files: withLines(pack, ACTIONS, [...linesOf(pack, ACTIONS), JSON.stringify(added)]), names: added.id };
  },
  'what an import stored is changed in its leaf, in all totals, and every seal is made again': (pack, pick) => {
    const line = pick(linesOf(pack, SEALS).filter((one) => isLeaf(one, 'accepted_import') && one.includes('PAYMENT')));
    const changed = JSON.stringify(JSON.parse(line).with(16, []));
    const lines = linesOf(pack, SEALS).map((one) => (one === line ? changed : one));
    return { files: withLines(pack, SEALS, resealed(pack, lines)), names: 'another history' };
  },
  'every seal is made again without a record': (pack, pick) => {
    const line = pick(linesOf(pack, SEALS).filter((one) => one.startsWith('["')));
    return {
      files: withLines(
        pack,
        SEALS,
        resealed(
          pack,
          linesOf(pack, SEALS).filter((one) => one !== line),
        ),
      ),
      names: 'another history',
    };
  },
  'a seal is changed': (pack, pick) => {
    const field = pick(['root', 'size', 'to', 'number', 'previous']);
    const line = pick(linesOf(pack, SEALS).filter(isSeal));
    const changed = JSON.stringify({
      ...JSON.parse(line),
      [field]: ['root', 'previous'].includes(field) ? 'ab'.repeat(32) : 12_345,
    });
    return {
      files: withLines(
        pack,
        SEALS,
        linesOf(pack, SEALS).map((one) => (one === line ? changed : one)),
      ),
      names: 'seal',
    };
  },
  'there are no seals': (pack) => ({ files: withText(pack, SEALS, ''), names: 'another history' }),
  'the control totals are others': (pack, pick) => {
    const [field, value] = pick([
      ['sha256', 'cd'.repeat(32)],
      ['set', 'forged'],
    ] as const);
    return {
      files: pack,
      change: (manifest) => ({ ...manifest, control_totals: { ...manifest.control_totals, [field]: value } }),
      names: field === 'set' ? 'forged' : 'first',
    };
  },
  'the registration is removed with its leaf': (pack) => ({
    files: withLines(
      pack,
      SEALS,
      linesOf(pack, SEALS).filter((one) => !isLeaf(one, 'control_total_registration')),
    ),
    names: 'seal',
  }),
  'the verdict is another': (pack) => ({
    files: pack,
    change: (manifest) => ({ ...manifest, verdict: manifest.verdict === 'agree' ? 'differ' : 'agree' }),
    names: 'verdict',
  }),
  'the supplier is another one by its id': (pack, pick) => ({
    files: pack,
    change: (manifest) => ({
      ...manifest,
      owner: { ...manifest.owner, [pick(['supplier_id', 'organisation_id'])]: '00000000-0000-4000-8000-000000000000' },
    }),
    names: 'seal',
  }),
  'a former name is left out with what was done under it': (pack) => {
    const [former] = ownerOfPack(pack).formerNames;
    return {
      files: withHidden(pack, former!),
      change: (manifest) => ({ ...manifest, ...FIRST }),
      names: `the name ${former}, as the operator action`,
    };
  },
  'it is said to have the former name, and what was done since is left out': (pack) => {
    const { organisation, formerNames } = ownerOfPack(pack);
    return {
      files: withHidden(pack, organisation),
      change: (manifest) => ({ ...manifest, ...FIRST, organisation: formerNames[0] }),
      names: `the name ${organisation}, as the operator action`,
    };
  },
  'what was done under the former name is left out': (pack) => ({
    files: withHidden(pack, ownerOfPack(pack).formerNames[0]!),
    names: 'a record of this supplier that is left out',
  }),
  'the former name is said to be the present one': (pack) => {
    const { organisation, formerNames } = ownerOfPack(pack);
    return {
      files: pack,
      change: (manifest) => ({ ...manifest, organisation: formerNames[0], former_names: [organisation] }),
      names: `last renamed to ${organisation}`,
    };
  },
  'a name is added that it never had': (pack, pick) => {
    const name = pick(['Another organisation', '']);
    return {
      files: pack,
      change: (manifest) => ({
        ...manifest,
        former_names: pick([
          [...manifest.former_names, name],
          [name, ...manifest.former_names],
        ]),
      }),
      names: `had the name ${name} before`,
    };
  },
  'the present name is said to be a former one, too': (pack) => ({
    files: pack,
    change: (manifest) => ({ ...manifest, former_names: [...manifest.former_names, manifest.organisation] }),
    names: 'lists a name more than once',
  }),
  'the supplier is another one by its name': (pack) => ({
    files: pack,
    change: (manifest) => ({ ...manifest, import_supplier: 'ANOTHER' }),
    names: 'seal',
  }),
};
