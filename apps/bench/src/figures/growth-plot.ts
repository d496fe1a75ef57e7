import { escapeText, svg } from './svg.ts';

export type GrowthPoint = {
  readonly series: string;
  readonly millions: number;
  /** Rate at this size, over the rate at the smallest size measured by turns with it. */
  readonly ratio: number;
};

const WIDTH = 640;
const HEIGHT = 300;
const EDGE = { left: 48, right: 150, top: 24, bottom: 40 };
const COLOURS = ['#0b6e5f', '#c0392b', '#2e6da4', '#8e5ea2'];

/** Rates against size, on a logarithmic axis; flat is what is wanted. */
export const growthPlot = (points: ReadonlyArray<GrowthPoint>, title: string): string => {
  const sizes = [...new Set(points.map(({ millions }) => millions))].toSorted((a, b) => a - b);
  const [least, most] = [Math.log(sizes[0]!), Math.log(sizes.at(-1)!)];
  const top = Math.max(1.2, ...points.map(({ ratio }) => ratio));
  const x = (millions: number) =>
    EDGE.left + ((Math.log(millions) - least) / (most - least || 1)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (ratio: number) => HEIGHT - EDGE.bottom - (ratio / top) * (HEIGHT - EDGE.top - EDGE.bottom);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (ratio) =>
      `<line x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y(ratio).toFixed(1)}" y2="${y(ratio).toFixed(1)}" stroke="#ddd"/><text x="${EDGE.left - 6}" y="${(y(ratio) + 4).toFixed(1)}" text-anchor="end">${ratio}</text>`,
  );
  const ticks = sizes.map(
    (millions) =>
      `<text x="${x(millions).toFixed(1)}" y="${HEIGHT - EDGE.bottom + 16}" text-anchor="middle">${millions} M rows</text>`,
  );
  const lines = [...new Set(points.map(({ series }) => series))].map((series, at) => {
    const own = points.filter((point) => point.series === series).toSorted((a, b) => a.millions - b.millions);
    const path = own.map(({ millions, ratio }) => `${x(millions).toFixed(1)},${y(ratio).toFixed(1)}`).join(' ');
    const dots = own
      .map(
        ({ millions, ratio }) =>
          `<circle cx="${x(millions).toFixed(1)}" cy="${y(ratio).toFixed(1)}" r="3.5" fill="${COLOURS[at]}"><title>${ratio.toFixed(2)}</title></circle>`,
      )
      .join('');
    const end = own.at(-1)!;
    return `<polyline points="${path}" fill="none" stroke="${COLOURS[at]}" stroke-width="2"/>${dots}<text x="${WIDTH - EDGE.right + 10}" y="${(y(end.ratio) + 4 + at * 14 - 7).toFixed(1)}" fill="${COLOURS[at]}">${escapeText(series)}</text>`;
  });
  return svg(
    WIDTH,
    HEIGHT,
    title,
    [`<text x="4" y="14" font-weight="bold">${escapeText(title)}</text>`, ...grid, ...ticks, ...lines].join('\n'),
  );
};
