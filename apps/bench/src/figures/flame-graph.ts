import { escapeText, svg } from './svg.ts';

type ProfileNode = {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: ReadonlyArray<number>;
};
/** A profile as V8 writes it (`--cpu-prof`). */
export type Profile = {
  readonly nodes: ReadonlyArray<ProfileNode>;
  readonly samples: ReadonlyArray<number>;
  readonly timeDeltas: ReadonlyArray<number>;
};

type Frame = { readonly name: string; readonly part: string; time: number; readonly children: Map<string, Frame> };

const WIDTH = 1_200;
const ROW = 16;
/** Narrower frames cannot be seen, and deeper ones add nothing. */
const MIN_SHARE = 0.002;
const MAX_DEPTH = 22;
/** What a service does at first, loading and warming up, is not what it does all night. */
const SKIPPED_MICROSECONDS = 6_000_000;
const COLOURS: ReadonlyArray<readonly [string, string]> = [
  ['contract', '#9ad0c2'],
  ['domain', '#f6c85f'],
  ['application', '#f2a65a'],
  ['adapters', '#7fb3d5'],
  ['node', '#d5d8dc'],
];

/** Which part of the house, or which package, a function is of. */
const partOf = (url: string): string => {
  const own = /packages\/([^/]+)\//.exec(url)?.[1];
  if (own !== undefined) return own;
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? 'node';
};

/** Frames without a name of their own are their callers' part. */
const isShown = ({ callFrame }: ProfileNode): boolean =>
  !/^(\(root\)|\(idle\)|\(program\)|)$/.test(callFrame.functionName);

const timesOf = ({ samples, timeDeltas }: Profile): ReadonlyMap<number, number> => {
  const times = new Map<number, number>();
  let elapsed = 0;
  for (const [at, id] of samples.entries()) {
    const time = timeDeltas[at] ?? 0;
    elapsed += time;
    if (elapsed > SKIPPED_MICROSECONDS) times.set(id, (times.get(id) ?? 0) + time);
  }
  return times;
};

/** What was called from where, and how long; asynchronous steps begin at the bottom again. */
const toFrames = (profile: Profile): Frame => {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const times = timesOf(profile);
  const root: Frame = { name: 'all', part: 'node', time: 0, children: new Map() };
  const visit = (node: ProfileNode, into: Frame): number => {
    const { functionName: name, url } = node.callFrame;
    let frame = into;
    if (isShown(node)) {
      const key = `${name} ${partOf(url)}`;
      frame = into.children.get(key) ?? { name, part: partOf(url), time: 0, children: new Map() };
      into.children.set(key, frame);
    }
    const own = node.callFrame.functionName === '(idle)' ? 0 : (times.get(node.id) ?? 0);
    const total = (node.children ?? []).reduce((sum, id) => sum + visit(nodes.get(id)!, frame), own);
    if (frame !== into) frame.time += total;
    return total;
  };
  root.time = visit(profile.nodes[0]!, root);
  return root;
};

const colourOf = (part: string): string => COLOURS.find(([name]) => part.startsWith(name))?.[1] ?? '#e8daef';

const depthOf = (frame: Frame, total: number): number =>
  1 +
  Math.max(
    0,
    ...[...frame.children.values()].filter(({ time }) => time / total >= MIN_SHARE).map((one) => depthOf(one, total)),
  );

/** A profile as flame graph: wide is long, above is called by what is below. */
export const flameGraph = (profile: Profile, title: string): string => {
  const root = toFrames(profile);
  const height = (Math.min(MAX_DEPTH, depthOf(root, root.time)) + 2) * ROW;
  const boxes: string[] = [];
  const draw = (frame: Frame, left: number, level: number): void => {
    const width = (frame.time / root.time) * WIDTH;
    const top = height - (level + 1) * ROW;
    const share = `${((100 * frame.time) / root.time).toFixed(1)} %`;
    const label = width > 60 ? escapeText(`${frame.name} ${share}`.slice(0, Math.floor(width / 6))) : '';
    boxes.push(
      `<g><title>${escapeText(`${frame.name} (${frame.part}) ${share}`)}</title><rect x="${left.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${colourOf(frame.part)}"/>${label === '' ? '' : `<text x="${(left + 3).toFixed(1)}" y="${top + 11}">${label}</text>`}</g>`,
    );
    let next = left;
    for (const child of [...frame.children.values()].toSorted((a, b) => b.time - a.time)) {
      if (child.time / root.time >= MIN_SHARE && level + 1 < MAX_DEPTH) draw(child, next, level + 1);
      next += (child.time / root.time) * WIDTH;
    }
  };
  draw(root, 0, 0);
  return svg(
    WIDTH,
    height,
    title,
    `<text x="4" y="12" font-weight="bold">${escapeText(title)}</text>\n${boxes.join('\n')}`,
  );
};
