import { execFile } from 'node:child_process';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeLocalFolderDocumentStore } from '@carryover/adapters-documents/local-folder-document-store';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AFolder } from './a-folder.ts';
import { aFolder } from './a-folder.ts';

const unavailable = (reason: string) => E.left({ kind: 'document_store_unavailable', reason });

/** Root may read everything, so as root the work is done as nobody. */
const withoutPrivilege = async <A>(work: () => Promise<A>): Promise<A> => {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid!(65_534);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
};

/** The path without any permission while the work is done, so that it can be removed afterwards. */
const whileClosed = async <A>(path: string, work: () => Promise<A>): Promise<A> => {
  await chmod(path, 0o000);
  try {
    return await withoutPrivilege(work);
  } finally {
    await chmod(path, 0o755);
  }
};

describe('documents in a local folder (ADR 8)', () => {
  let documents: AFolder;
  let outside: AFolder;
  const missing = (...locations: ReadonlyArray<string>) =>
    makeLocalFolderDocumentStore(documents.path).missing('', locations)();
  const link = (target: string, location: string) => symlink(target, join(documents.path, location));

  beforeEach(async () => {
    documents = await aFolder();
    outside = await aFolder();
    await documents.put('acme/bill.pdf');
    await outside.put('secret.pdf');
  });
  afterEach(async () => {
    await documents.remove();
    await outside.remove();
  });

  describe('the folder itself', () => {
    it.each(['acme/bill.pdf', 'none.pdf'])('is missing: nothing is known of %s', async (location) => {
      await rm(documents.path, { recursive: true });
      expect(await missing(location)).toEqual(unavailable('folder: ENOENT'));
    });

    it('is missing at first and there later: asked again on each call', async () => {
      const store = makeLocalFolderDocumentStore(join(documents.path, 'later'));
      expect(await store.missing('', ['bill.pdf'])()).toEqual(unavailable('folder: ENOENT'));
      await mkdir(join(documents.path, 'later'));
      expect(await store.missing('', ['bill.pdf'])()).toEqual(E.right(['bill.pdf']));
    });

    it('is a file: nothing is known', async () => {
      const store = makeLocalFolderDocumentStore(join(documents.path, 'acme/bill.pdf'));
      expect(await store.missing('', ['bill.pdf'])()).toEqual(unavailable('folder: not a directory'));
    });

    it('may be reached by a link', async () => {
      await symlink(documents.path, join(outside.path, 'documents'));
      const store = makeLocalFolderDocumentStore(join(outside.path, 'documents'));
      expect(await store.missing('', ['acme/bill.pdf', 'none.pdf'])()).toEqual(E.right(['none.pdf']));
    });

    it('may be closed to us: nothing is known', async () => {
      expect(await whileClosed(documents.path, () => missing('none.pdf'))).toEqual(unavailable('document: EACCES'));
    });
  });

  it('knows nothing of a directory that is closed to us', async () => {
    await chmod(documents.path, 0o755);
    const closed = join(documents.path, 'acme');
    expect(await whileClosed(closed, () => missing('acme/bill.pdf'))).toEqual(unavailable('document: EACCES'));
    expect(await whileClosed(closed, () => missing('none.pdf'))).toEqual(E.right(['none.pdf']));
  });

  it('needs no right to read a document to see that it is there', async () => {
    await chmod(documents.path, 0o755);
    const closed = join(documents.path, 'acme/bill.pdf');
    expect(await whileClosed(closed, () => missing('acme/bill.pdf'))).toEqual(E.right([]));
  });

  it('takes what is neither file nor directory for no document', async () => {
    const socket = createServer();
    await new Promise<void>((resolve) => socket.listen(join(documents.path, 'socket'), resolve));
    expect(await missing('socket')).toEqual(E.right(['socket']));
    await new Promise((resolve) => socket.close(resolve));
  });

  describe('links', () => {
    it('are followed inside the folder, in the middle and at the end', async () => {
      await link('acme', 'latest');
      await link(join('acme', 'bill.pdf'), 'last.pdf');
      expect(await missing('latest/bill.pdf', 'last.pdf', 'latest/none.pdf', 'latest')).toEqual(
        E.right(['latest/none.pdf', 'latest']),
      );
    });

    it.each(['secret.pdf', 'none.pdf'])(
      'out of the folder are not followed: nothing is known of %s behind',
      async (name) => {
        await link(outside.path, 'elsewhere');
        expect(await missing(`elsewhere/${name}`)).toEqual(unavailable('link: leads out of the folder'));
      },
    );

    it('out of the folder are not followed at the end either', async () => {
      await link(join(outside.path, 'secret.pdf'), 'shown.pdf');
      expect(await missing('shown.pdf')).toEqual(unavailable('link: leads out of the folder'));
    });

    it('to a folder whose name only begins like ours lead out', async () => {
      const beside = `${documents.path}-beside`;
      await mkdir(beside);
      await link(beside, 'beside');
      expect(await missing('beside/bill.pdf')).toEqual(unavailable('link: leads out of the folder'));
      await rm(beside, { recursive: true });
    });

    it('to the folder itself stay inside', async () => {
      await link(documents.path, 'self');
      expect(await missing('self/acme/bill.pdf', 'self')).toEqual(E.right(['self']));
    });

    it('that lead nowhere may lead to a volume not mounted: nothing is known', async () => {
      await link(join(outside.path, 'volume'), 'volume');
      expect(await missing('volume/bill.pdf')).toEqual(unavailable('link: ENOENT'));
    });

    it('in circles: nothing is known', async () => {
      await link('b', 'a');
      await link('a', 'b');
      expect(await missing('a/bill.pdf')).toEqual(unavailable('link: ELOOP'));
    });
  });

  describe('links below the root of a supplier', () => {
    const store = () => makeLocalFolderDocumentStore(documents.path);
    const LEADS_OUT = unavailable('link: leads out of the document root');
    /** Looks a document up, and opens it. */
    const both = async (root: string, location: string) => [
      await store().missing(root, [location])(),
      await store().open(root, location)(),
    ];
    const textOf = async (opened: E.Either<unknown, AsyncIterable<Uint8Array> | null>): Promise<string | null> => {
      if (E.isLeft(opened) || opened.right === null) return null;
      const chunks: Uint8Array[] = [];
      for await (const chunk of opened.right) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    beforeEach(() => documents.put('other/secret.pdf'));

    it.each<[string, string, string]>([
      ['to the file of another supplier', '../other/secret.pdf', 'shown.pdf'],
      ['to the folder of another supplier', '../other', 'more'],
      ['to its own folder by way of another one', '../other/../acme/../other', 'more'],
      ['to the folder of all suppliers', '..', 'more'],
    ])('do not lead out of it: %s', async (_, target, name) => {
      await link(target, `acme/${name}`);
      const location = { 'shown.pdf': 'acme/shown.pdf', more: 'acme/more/secret.pdf' }[name]!;
      expect(await both('acme', location)).toEqual([LEADS_OUT, LEADS_OUT]);
      expect(await both('acme/', location)).toEqual([LEADS_OUT, LEADS_OUT]);
    });

    it('do not lead into a folder whose name only begins like the root', async () => {
      await documents.put('acme-2/secret.pdf');
      await link('../acme-2', 'acme/more');
      expect(await both('acme', 'acme/more/secret.pdf')).toEqual([LEADS_OUT, LEADS_OUT]);
    });

    it('are followed within it, also if the root is itself a link', async () => {
      await documents.put('real/acme/2026/bill.pdf');
      await link('real/acme', 'mounted');
      await link('2026', 'real/acme/latest');
      const [found, opened] = await both('mounted', 'mounted/latest/bill.pdf');
      expect([found, await textOf(opened as never)]).toEqual([E.right([]), 'a document']);
      await link('../../other', 'real/acme/more');
      expect(await both('mounted', 'mounted/more/secret.pdf')).toEqual([LEADS_OUT, LEADS_OUT]);
    });

    it('are not followed if the root itself leads out of the folder', async () => {
      await link(outside.path, 'away');
      const out = unavailable('link: leads out of the folder');
      expect(await both('away', 'away/secret.pdf')).toEqual([out, out]);
    });

    it('are not needed: a location beside the root is refused, one in a root that is missing is missing', async () => {
      const refused = unavailable('location_not_allowed');
      expect(await both('acme', 'other/secret.pdf')).toEqual([refused, refused]);
      expect(await both('acme', 'acme/../other/secret.pdf')).toEqual([refused, refused]);
      expect(await both('none', 'none/bill.pdf')).toEqual([E.right(['none/bill.pdf']), E.right(null)]);
    });

    it.runIf(process.platform === 'linux')(
      'that take the place of a folder while a document is opened show nothing of what is outside',
      async () => {
        await documents.put('acme/now/secret.pdf');
        await writeFile(join(documents.path, 'acme/now/secret.pdf'), 'mine');
        await link('../other', 'acme/link');
        const [now, aside] = [join(documents.path, 'acme/now'), join(documents.path, 'acme/aside')];
        const toOther = join(documents.path, 'acme/link');
        let isOver = false;
        const swapping = (async () => {
          while (!isOver) {
            await rename(now, aside);
            await rename(toOther, now);
            await rename(now, toOther);
            await rename(aside, now);
          }
        })();
        const seen = new Set<string | null>();
        for (let times = 0; times < 1_000; times += 1)
          seen.add(await textOf(await store().open('acme', 'acme/now/secret.pdf')()));
        isOver = true;
        await swapping;
        expect([...seen]).not.toContain('a document');
      },
    );
  });

  it('does not wait for a pipe', async () => {
    await promisify(execFile)('mkfifo', [join(documents.path, 'acme/pipe.pdf')]);
    const store = makeLocalFolderDocumentStore(documents.path);
    expect(await store.open('acme', 'acme/pipe.pdf')()).toEqual(E.right(null));
  });

  it('finds nothing under a name too long for a file system', async () => {
    const tooLong = ['x'.repeat(256), `acme/${'é'.repeat(200)}.pdf`, `${'x'.repeat(300)}/bill.pdf`];
    await documents.put('x'.repeat(255));
    expect(await missing('x'.repeat(255), ...tooLong)).toEqual(E.right(tooLong));
  });

  // Linux allows 4,096 bytes, the final NUL included.
  it.skipIf(process.platform !== 'linux')('knows nothing where the path is too long as a whole', async () => {
    const room = 4_095 - documents.path.length - 100;
    const folder = `${documents.path}${`/${'d'.repeat(99)}`.repeat(Math.floor(room / 100))}`;
    await mkdir(folder, { recursive: true });
    const { missing } = makeLocalFolderDocumentStore(folder);
    expect(await missing('', ['short.pdf'])()).toEqual(E.right(['short.pdf']));
    expect(await missing('', ['x'.repeat(250)])()).toEqual(unavailable('document: ENAMETOOLONG'));
  });

  it('looks 10,000 locations up in one call', async () => {
    const locations = Array.from({ length: 10_000 }, (_, i) => `acme/2026/bill-${i}.pdf`);
    await documents.put('acme/2026/bill-9999.pdf');
    expect(await missing(...locations)).toEqual(E.right(locations.slice(0, -1)));
  });
});
