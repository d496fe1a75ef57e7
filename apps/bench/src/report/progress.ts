/** Shows the progress: on one line that is overwritten on a terminal, else on separate lines. */
export const progress = (text: string): void => {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
};

/** Clears the line, before something that is to stay. */
export const endProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
};
