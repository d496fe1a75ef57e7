/** The names of months in English, Dutch, German, French, Spanish, Italian, Polish and Portuguese, from January on. */
const STYLES: ReadonlyArray<ReadonlyArray<string>> = [
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'jan feb mar apr may june july aug sept oct nov dec',
  'january february march april may june july august september october november december',
  'jan feb mrt apr mei jun jul aug sep okt nov dec',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'jan feb mär apr mai jun jul aug sep okt nov dez',
  'jan feb mrz apr mai jun jul aug sep okt nov dez',
  'jan feb märz apr mai juni juli aug sept okt nov dez',
  'jän feb mär apr mai jun jul aug sep okt nov dez',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jänner februar märz april mai juni juli august september oktober november dezember',
  'janv févr mars avr mai juin juil août sept oct nov déc',
  'jan fév mar avr mai juin juil aoû sep oct nov déc',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'ene feb mar abr may jun jul ago sep oct nov dic',
  'ene feb mar abr may jun jul ago sept oct nov dic',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gen feb mar apr mag giu lug ago set ott nov dic',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'sty lut mar kwi maj cze lip sie wrz paź lis gru',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  'styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień',
  'jan fev mar abr mai jun jul ago set out nov dez',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
].map((names) => names.split(' '));

/** Returns a name as names are compared: without case, accents and a dot at its end. */
const bare = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}|\.$/gu, '')
    .toLowerCase();

/** The names of the months in the language of some of them, and those that were not seen. */
type MonthNames = { readonly names: ReadonlyArray<string>; readonly unseen: ReadonlyArray<string> };

/** Returns the names of all months, given those of some; null if no language has them. */
export const guessMonths = (seen: ReadonlySet<string>): MonthNames | null => {
  const byName = new Map([...seen].map((name) => [bare(name), name.toLowerCase()]));
  const style = STYLES.find((names) => [...byName.keys()].every((name) => names.map(bare).includes(name)));
  if (style === undefined) return null;
  const hasDots = [...seen].some((name) => name.endsWith('.'));
  const unseen = style.filter((name) => !byName.has(bare(name)));
  const spelled = (name: string): string => (hasDots && bare(name).length < 5 ? `${name}.` : name);
  return { names: style.map((name) => byName.get(bare(name)) ?? spelled(name)), unseen: unseen.map(spelled) };
};
