const UNRELEASED = '## Unreleased';
const SECTION = /^## (.*)$/gm;

const titles = (text) => [...text.matchAll(SECTION)].map(([, title]) => title);

/** @returns the released versions of a changelog, newest first: those of headings such as `## 0.1.0 - 2026-12-01`. */
export const releasedVersions = (text) =>
  titles(text)
    .map((title) => /^(\d+\.\d+\.\d+\S*) - \d{4}-\d{2}-\d{2}$/.exec(title)?.[1])
    .filter((version) => version !== undefined);

/**
 * Moves what is unreleased below a heading with version and date.
 *
 * @throws an Error if there is nothing to release.
 */
export const dateChangelog = (text, { version, date }) => {
  const start = text.indexOf(`${UNRELEASED}\n`);
  if (start === -1) throw new Error(`CHANGELOG.md has no section "${UNRELEASED}".`);
  const from = start + UNRELEASED.length + 1;
  const next = text.indexOf('\n## ', from);
  const unreleased = text.slice(from, next === -1 ? text.length : next);
  if (!/^- /m.test(unreleased))
    throw new Error('CHANGELOG.md lists nothing under Unreleased: there is nothing to release.');
  return `${text.slice(0, from)}\n## ${version} - ${date}\n${text.slice(from)}`;
};
