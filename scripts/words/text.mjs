const blank = (text) => text.replaceAll(/[^\n]/g, ' ');

/** Comments, strings and templates of a source; regular expressions are skipped, so that quotes in them open no string. */
const TOKENS =
  /(?<text>\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`)|(?<=[(,=:[!&|?{};]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

const isSpecifier = (source, index) => /\b(from|import)\s*\(?\s*$/.test(source.slice(Math.max(0, index - 12), index));

/**
 * Returns what people read of a file, with the rest replaced by blanks so that positions stay: of Markdown everything but
 * addresses of links; of a template its text; of a source its comments, strings and templates, but not what it imports.
 */
export const textOf = (path, source) => {
  if (path.endsWith('.md')) return source.replaceAll(/\]\([^)\s]*\)/g, blank);
  if (path.endsWith('.eta')) return source.replaceAll(/<%[\s\S]*?%>|<[^>]*>/g, blank);
  let text = '';
  let end = 0;
  for (const { 0: token, index, groups } of source.matchAll(TOKENS)) {
    const isRead = groups.text !== undefined && !isSpecifier(source, index);
    text += blank(source.slice(end, index)) + (isRead ? token : blank(token));
    end = index + token.length;
  }
  return text + blank(source.slice(end));
};
