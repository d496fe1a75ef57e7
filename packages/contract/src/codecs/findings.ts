import { type Complaint, complain, type Issue } from '../issue.ts';
import { NearestNames, withHint } from '../nearest-name.ts';

type Found = Complaint & { readonly path: (string | number)[] };

/**
 * What is wrong with a payload, gathered while it is read. Each issue is found without its place; containers put their
 * steps in front of it on the way out: a valid payload, which is the case that must be fast, builds no paths at all.
 */
export class Findings {
  readonly #found: Found[] = [];
  readonly #max: number;
  #nearestNames: NearestNames | undefined;

  /** @param max issues are enough: who reads many values stops there. */
  constructor(max: number) {
    this.#max = max;
  }

  get count(): number {
    return this.#found.length;
  }

  get isFull(): boolean {
    return this.#found.length >= this.#max;
  }

  get issues(): ReadonlyArray<Issue> {
    return this.#found;
  }

  /** Always undefined, so that who reads a value can return it in the value's stead. */
  add({ code, detail }: Complaint, path: Issue['path'] = []): undefined {
    this.#found.push({ code, detail, path: [...path] });
    return undefined;
  }

  /** Adds a field that none of the known ones is, and the one that was probably meant. */
  addUnknownField(name: string, known: Iterable<string>): undefined {
    this.#nearestNames ??= new NearestNames();
    const { code, detail } = complain('unknown_field');
    return this.add({ code, detail: withHint(detail, this.#nearestNames.of(name, known)) });
  }

  /** Puts a step in front of everything found since there were `count`. */
  placeSince(count: number, step: string | number): void {
    for (let at = count; at < this.#found.length; at += 1) this.#found[at]!.path.unshift(step);
  }
}
