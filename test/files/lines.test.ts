import { UTF8 } from '@carryover/files/source/encoding';
import { lineBatchesOf, linesOf } from '@carryover/files/source/lines';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, chunksOf } from '../support/a-file.ts';

const linesIn = (bytes: Uint8Array | string, size = 3) => all(linesOf(chunksOf(Buffer.from(bytes), size)));
const textsIn = async (bytes: Uint8Array | string, size?: number) =>
  (await linesIn(bytes, size)).map(({ text, fault }) => (fault === null ? text : fault.code));

describe('the lines of a file', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['\n', ['']],
    ['a\r\nb\rc', ['a\r', 'b\rc']],
    ['\ufeffa\n\ufeffb', ['a', '\ufeffb']],
    ['\ufeff', ['']],
  ])('%j', async (text, lines) => {
    expect(await textsIn(text)).toEqual(lines);
  });

  it('are numbered from 1, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'grapheme' }).filter((text) => !/\n|\ufeff/.test(text)),
          { minLength: 1 },
        ),
        fc.integer({ min: 1, max: 9 }),
        async (texts, size) => {
          expect(await linesIn(`${texts.join('\n')}\n`, size)).toEqual(
            texts.map((text, at) => ({ number: at + 1, text, fault: null })),
          );
        },
      ),
    );
  });

  it.each([
    ['an invalid byte', [0x61, 0xff]],
    ['half a character', [0x61, 0xc3]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
  ])('that are not UTF-8 are told: %s', async (_, bytes) => {
    expect(await textsIn(Uint8Array.from([0x31, 0x0a, ...bytes, 0x0a, 0x32]))).toEqual(['1', 'parse_error', '2']);
  });

  it('are records of a length if none ends, also if few bytes come first', async () => {
    const batches = await all(lineBatchesOf(chunksOf(Buffer.from('ab1ab2ab3'), 2), 100, UTF8, 3));
    expect(batches.flat()).toEqual(['ab1', 'ab2', 'ab3'].map((text, at) => ({ number: at + 1, text, fault: null })));
  });

  it('have 1,048,576 bytes at most', async () => {
    const fits = 'é'.repeat(524_288);
    expect(await textsIn(`${fits}\n${fits}x\n${fits}`, 65_536)).toEqual([fits, 'max_length', fits]);
  });

  it('keep no more than that in memory', async () => {
    const [line] = await all(
      linesOf(
        (async function* () {
          const chunk = Buffer.alloc(1_048_576, 'x');
          for (let at = 0; at < 3_000; at += 1) yield chunk;
        })(),
      ),
    );
    expect(line).toMatchObject({ number: 1, text: 'x'.repeat(1_000), fault: { code: 'max_length' } });
  });

  it('end where reading fails, with what was begun never taken for a line', async () => {
    const lines = await all(
      linesOf(
        (async function* () {
          yield Buffer.from('a\n100.5');
          throw new Error('EIO: i/o error.');
        })(),
      ),
    );
    expect(lines).toEqual([
      { number: 1, text: 'a', fault: null },
      {
        number: 2,
        text: '100.5',
        fault: {
          code: 'parse_error',
          detail: 'Nothing is read from this line on. EIO: i/o error.',
          stopsReading: true,
        },
      },
    ]);
  });
});
