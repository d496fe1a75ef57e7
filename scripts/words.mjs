// Reports words that Carryover's documents, comments and messages do not use, and Markdown lines that are too long. Part of
// `npm run lint`; `node scripts/words.mjs FOLDER…` checks only files below these folders.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LITERAL, WORDS } from './words/list.mjs';
import { textOf } from './words/text.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINE = 120;

/** The files that are checked. */
const CHECKED = [
  '*.md',
  'docs/**/*.md',
  'packages/*/docs/**/*.md',
  'packages/*/src/**/*.ts',
  'apps/*/src/**/*.ts',
  'test/**/*.ts',
  'scripts/**/*.mjs',
  'deploy/**/*.mjs',
];

const isIgnored = (path) => /(^|\/)(node_modules|dist)\//.test(path) || path === 'scripts/words/list.mjs';

/** @returns the positions of unwanted words: each with the line, the words, and what to write instead. */
const unwantedIn = (text) =>
  WORDS.flatMap(({ unwanted, instead }) =>
    [...text.matchAll(unwanted)].map(({ index, 0: words }) => ({ index, words: words.trim(), instead })),
  );

/** Returns true if the words are part of a phrase that the file may use; each such phrase is marked as used. */
const isLiteral = (path, text, { index, words }, used) =>
  LITERAL.filter(({ file }) => file === path).some(({ phrase }) => {
    const at = text.lastIndexOf(phrase, index + words.length);
    const isCovered = at !== -1 && at <= index + 1 && index + words.length <= at + phrase.length + 1;
    if (isCovered) used.add(`${path}: ${phrase}`);
    return isCovered;
  });

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** Prose only: tables, fenced blocks, and lines that cannot be broken may be longer. */
const longLinesOf = (path, text) => {
  if (!path.endsWith('.md')) return [];
  let isFenced = false;
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*```/.test(line)) isFenced = !isFenced;
    const isProse = !isFenced && !line.startsWith('|') && line.trim().includes(' ');
    return isProse && [...line].length > MAX_LINE ? [`${path}:${at + 1} has more than ${MAX_LINE} characters`] : [];
  });
};

const used = new Set();
const complaintsOf = (path) => {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const text = textOf(path, source);
  const words = unwantedIn(text)
    .filter((found) => !isLiteral(path, text, found, used))
    .map(({ index, words, instead }) => `${path}:${lineOf(text, index)} "${words}": write ${instead}`);
  return [...words, ...longLinesOf(path, source)];
};

const folders = process.argv.slice(2);
const patterns = folders.length === 0 ? CHECKED : folders.map((folder) => `${folder}/**/*.{md,ts,mjs,eta}`);
const files = globSync(patterns, { cwd: ROOT }).filter((path) => !isIgnored(path));
const complaints = files.toSorted().flatMap(complaintsOf);
if (folders.length === 0)
  for (const { file, phrase } of LITERAL)
    if (!used.has(`${file}: ${phrase}`)) complaints.push(`${file} no longer has "${phrase}": remove it from the list`);
for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;
