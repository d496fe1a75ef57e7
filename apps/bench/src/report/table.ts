/** A table for a terminal: names to the left, figures to the right, an empty line between groups. */
export type Table = {
  readonly header: ReadonlyArray<string>;
  readonly groups: ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>>;
  /** The number of columns at the left that contain names. */
  readonly names: number;
};

export const renderTable = ({ header, groups, names }: Table): string => {
  const rows = [header, ...groups.flat()];
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: ReadonlyArray<string>): string =>
    row
      .map((cell, column) => (column < names ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const body = groups.map((group) => group.map(line).join('\n')).join('\n\n');
  return `${line(header)}\n${rule}\n${body}\n`;
};
