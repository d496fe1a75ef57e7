import { type Html, trusted } from './markup.ts';

const BASE = `
:root { color-scheme: light; --ink: #18212c; --soft: #47525f; --line: #cfd6de; --pale: #f4f6f8; --landed: #22577f; --bad: #9c2f08; --good: #1b6338; --warn: #7a5600; }
* { box-sizing: border-box; }
html { scroll-behavior: auto; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.5rem 4rem; background: #fff; color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 3rem 0 .25rem; font-size: 1.35rem; line-height: 1.3; }
h3 { margin: 1.25rem 0 .5rem; font-size: 1rem; }
p { margin: 0 0 .75rem; }
a { color: inherit; text-decoration-color: var(--soft); text-decoration-thickness: 1px; text-underline-offset: .2em; }
a:focus-visible { outline: 3px solid var(--landed); outline-offset: 2px; }
code, .code, .import { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .92em; }
.kind { margin: 0; color: var(--soft); font-size: .8rem; font-weight: 600; letter-spacing: .06em; text-transform: uppercase; }
.intro, .more { max-width: 48rem; color: var(--soft); }
.more { margin-top: .75rem; }
.definitions { position: absolute; }
`;

const SUMMARY = `
dl, dd { margin: 0; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 1rem 0 1.5rem; }
.facts dt, .tiles dt { color: var(--soft); font-size: .85rem; }
.facts dd { font-weight: 600; overflow-wrap: anywhere; }
.verdict { display: flex; gap: 1.25rem; padding: 1.25rem 1.5rem; border: 1px solid var(--tone); border-left-width: .6rem; border-radius: .4rem; background: var(--tint); }
.verdict > svg { flex: none; }
.verdict circle { fill: var(--tone); }
.verdict path { fill: none; stroke: #fff; stroke-width: 4.5; stroke-linecap: round; stroke-linejoin: round; }
.verdict h2 { margin: .45rem 0 .5rem; font-size: 1.5rem; }
.verdict p, .verdict ul { margin: 0; }
.verdict ul { padding-left: 1.2rem; }
.agree { --tone: var(--good); --tint: #f0f8f2; }
.differ { --tone: var(--bad); --tint: #fdf3ee; }
/* Not the colour of either result: it is none. */
.incomplete { --tone: var(--warn); --tint: #fdf8e7; }
.not_compared { --tone: var(--soft); --tint: var(--pale); }
.tiles { display: grid; grid-template-columns: repeat(5, 1fr); gap: .75rem; margin-top: .75rem; }
.tiles > div { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .4rem; }
.tiles dd { font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.scope { max-width: 56rem; }
dd.import, dd.code { font-weight: 400; }
.parties { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 1rem 3rem; }
.signing dl > div { display: grid; grid-template-columns: 8rem 1fr; align-items: end; min-height: 3rem; }
.signing dt { color: var(--soft); font-size: .85rem; }
.signing dd { border-bottom: 1px solid var(--ink); }
.reading { display: grid; gap: .6rem; margin-top: .75rem; }
.reading > div { display: grid; grid-template-columns: 9rem 1fr; gap: 1rem; max-width: 56rem; }
.reading dt { font-weight: 600; }
`;

const CHARTS = `
svg { display: block; overflow: visible; }
figure { margin: 0; }
figcaption { margin-bottom: .6rem; font-weight: 600; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.5rem 3rem; margin: 1.25rem 0 1.75rem; }
svg text { fill: var(--ink); font-size: 14px; font-variant-numeric: tabular-nums; }
.track { fill: #eaeef2; }
.landed, .agreeing { fill: var(--landed); }
.differing { fill: var(--bad); }
.hatched { fill: url(#hatching); }
.zero { stroke: var(--ink); stroke-width: 1.5; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.legend li { display: flex; align-items: center; gap: .5rem; }
`;

const TABLES = `
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .45rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
thead th { border-bottom: 2px solid var(--ink); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 400; }
.text { overflow-wrap: break-word; }
tbody .code { min-width: 8em; overflow-wrap: anywhere; white-space: pre-wrap; }
thead .code, thead .import { font-family: inherit; font-size: inherit; }
tbody .import { white-space: nowrap; }
.figure { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.bar { width: 40%; vertical-align: middle; }
thead th.bar { font-weight: 400; color: var(--soft); }
.rare { padding: 0 .4em; border: 1px solid var(--bad); border-radius: .25rem; color: var(--bad); font-family: system-ui, sans-serif; }
.grouped thead tr:first-child th[colspan] { border-bottom: 0; padding-bottom: 0; }
.grouped tbody > tr:first-child > * { border-bottom: 0; }
.grouped tbody > tr:first-child > :is(th, :nth-last-child(-n+2)) { font-weight: 600; }
.conflicting tbody > tr > * { width: 42.5%; padding-block: .2rem; border-bottom: 0; }
.conflicting tbody > tr > :first-child { width: 15%; }
.conflicting tbody > tr:first-child > * { padding-top: .7rem; font-weight: 600; }
.conflicting tbody > tr:last-child > * { padding-bottom: .7rem; border-bottom: 1px solid var(--line); }
.about { color: var(--soft); font-weight: 400; }
.why td { padding: 0 0 .75rem; color: var(--soft); }
.why ul { margin: 0; padding-left: 1.2rem; }
.why li { overflow-wrap: anywhere; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 3rem; }
`;

/** Where rows are rows: room between the pairs of figures. */
const ROWS = `
@media print, (min-width: 44.01rem) {
  .grouped tbody .figure:nth-child(2n), .grouped thead tr:last-child .figure:nth-child(2n+1) { padding-left: 1.5em; }
}
`;

/** On a phone a row is a card, each cell under its own title. */
const PHONE = `
@media screen and (max-width: 44rem) {
  body { padding: 1.25rem 1rem 3rem; }
  .verdict { padding: 1rem; gap: .9rem; }
  .verdict > svg { width: 36px; height: 36px; }
  .verdict h2 { margin-top: 0; font-size: 1.25rem; }
  .tiles { grid-template-columns: repeat(2, 1fr); }
  .reading > div { grid-template-columns: 1fr; gap: 0; }
  table, tbody, tr, tbody th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  tbody th, td, tbody th:first-child, td:last-child { padding: .1rem 0; border: 0; }
  [data-label] { display: grid; grid-template-columns: 8.5rem 1fr; gap: .75rem; text-align: left; white-space: normal; }
  [data-label]::before { content: attr(data-label); color: var(--soft); font-family: system-ui, sans-serif; font-size: .85rem; font-weight: 400; }
  tr > :first-child[data-label] { font-weight: 600; }
  td.bar { width: auto; }
  .bar[data-label] { display: block; }
  .bar[data-label]::before { content: none; }
  .grouped tr:first-child { padding-bottom: 0; border: 0; }
  .why td { padding: .4rem 0 0; }
  tbody .import { white-space: normal; overflow-wrap: anywhere; }
  .conflicting tbody { border-bottom: 1px solid var(--line); }
  .conflicting tbody > tr { padding: 0; border: 0; }
  .conflicting tbody > tr:last-child > * { border: 0; }
  .conflicting tbody > tr > *, .conflicting tbody > tr > :first-child { width: auto; }
}
`;

const PRINT = `
@media print {
  body { max-width: none; padding: 0; font-size: 9.5pt; line-height: 1.4; }
  h1 { font-size: 18pt; }
  h2 { margin-top: 7mm; font-size: 12.5pt; }
  h3 { font-size: 9.5pt; }
  .verdict h2 { font-size: 14pt; }
  h2, h3, .intro, figcaption { break-after: avoid; }
  .tiles { grid-template-columns: repeat(5, 1fr); gap: 2mm; }
  .tiles > div { padding: 1.5mm 2.5mm; }
  .tiles dd { font-size: 13pt; }
  table { font-size: 8pt; }
  th, td { padding: 1.2mm 1.5mm; }
  thead { display: table-header-group; }
  svg text { font-size: 8.5pt; }
  .facts dt, .tiles dt { font-size: 7.5pt; }
  .fields { grid-template-columns: 1fr 1fr; }
  tr, .grouped tbody, .conflicting tbody, .intro, .charts, .verdict, .tiles > div, .reading > div, .signing { break-inside: avoid; }
  a { text-decoration: none; }
  svg { print-color-adjust: exact; }
}
`;

/** The whole style of the page: dark on white, no font or picture from elsewhere. */
export const STYLE: Html = trusted(BASE + SUMMARY + CHARTS + TABLES + ROWS + PHONE + PRINT);
