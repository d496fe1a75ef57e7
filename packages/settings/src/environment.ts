import { existsSync, readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { causeMessage } from './cause-message.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the message of a program that cannot start for these mistakes. */
export const invalidEnvironment = (mistakes: ReadonlyArray<string>): string =>
  `Invalid environment variables:\n${mistakes.map((one) => `  - ${one}`).join('\n')}`;

/** Reads variables one by one and collects all mistakes, so that they are reported together. */
export class EnvironmentReader {
  readonly mistakes: string[] = [];
  /** The names that were read. */
  readonly read = new Set<string>();
  readonly #environment: Environment;
  /** Variables whose value is in a file: `read`, or not. */
  readonly #inFile = new Map<string, 'read' | 'unreadable'>();
  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** An empty variable counts as unset: that is what `NAME=` in a service file means. */
  text(name: string): string | undefined {
    this.read.add(name);
    const value = this.#environment[name];
    return value === '' ? undefined : value;
  }

  /** Reads a secret: `NAME`, or the file that `NAME_FILE` names, without its last line break. */
  secret(name: string): string | undefined {
    const file = `${name}_FILE`;
    const [value, path] = [this.text(name), this.text(file)];
    if (path === undefined) return value;
    if (value !== undefined) {
      this.mistake(name, `and ${file} are both set. Set one of them`);
      return value;
    }
    const text = this.#secretIn(path, file);
    this.#inFile.set(name, text === undefined ? 'unreadable' : 'read');
    return text;
  }

  #secretIn(path: string, file: string): string | undefined {
    try {
      const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (text !== '') return text;
      this.mistake(file, `names an empty file: ${path}`);
    } catch (error) {
      this.mistake(file, `names ${path}, which cannot be read: ${causeMessage(error)}`);
    }
    return undefined;
  }

  wholeNumber(name: string, fallback: number, { min, max }: { readonly min: number; readonly max: number }): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.mistake(name, `must be a whole number from ${min} to ${max}, but is "${text}"`);
    return fallback;
  }

  choice<A extends string>(name: string, fallback: A, choices: ReadonlyArray<A>): A {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const known = choices.find((one) => one === text);
    if (known !== undefined) return known;
    this.mistake(name, `must be one of ${choices.join(', ')}, but is "${text}"`);
    return fallback;
  }

  /** Reads an HTTP or HTTPS address, as text. */
  httpAddress(name: string): string | undefined {
    const text = this.text(name);
    // Not quoted: it may have a password in it.
    if (text !== undefined && !(URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)))
      this.mistake(name, 'must be an address such as https://host.example:port');
    return text;
  }

  /** Reads the path of an existing file. */
  file(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !existsSync(text))
      this.mistake(name, `must be an existing file, but "${text}" does not exist`);
    return text;
  }

  /** The names of all variables that are set. */
  given(): ReadonlyArray<string> {
    return Object.keys(this.#environment).filter(
      (name) => this.#environment[name] !== '' && this.#environment[name] !== undefined,
    );
  }

  /** Adds a mistake in a variable, or in the file that gives its value; that file is reported once if it cannot be read. */
  mistake(name: string, what: string): void {
    const file = this.#inFile.get(name);
    const mistake = `${name}${file === 'read' ? '_FILE' : ''} ${what}`;
    if (file !== 'unreadable' && !this.mistakes.includes(mistake)) this.mistakes.push(mistake);
  }

  /** Reads `NODE_ENV`. A value of another kind, such as `prod`, would turn off the checks of production. */
  isProduction(): boolean {
    return this.choice('NODE_ENV', 'development', ['production', 'development', 'test']) === 'production';
  }

  /** Reads `MAX_CONNECTIONS`: the open connections of a process that listens. */
  maxSockets(): number {
    return this.wholeNumber('MAX_CONNECTIONS', 2_000, { min: 2, max: 100_000 });
  }

  /** Reads `LOG_LEVEL`. */
  logLevel(): string {
    return this.choice('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);
  }

  done<A>(value: A): E.Either<ReadonlyArray<string>, A> {
    return this.mistakes.length === 0 ? E.right(value) : E.left(this.mistakes);
  }
}
