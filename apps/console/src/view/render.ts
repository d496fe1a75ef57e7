import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Access, ROLES_OF } from '@carryover/domain/access';
import { visible } from '@carryover/terminal/visible';
import { Eta, type EtaConfig } from 'eta';

type Parts = ReturnType<NonNullable<EtaConfig['plugins'][number]['processAST']>>;

/** Attributes that people read. All others are for programs: addresses, and what a form sends. */
const READ_BY_PEOPLE = ['title', 'aria-label', 'alt'];

/** The attribute that a template is within, if it is cut here. */
const WITHIN = /([\w:-]+)="[^"]*$/;

/** Lets a value within an attribute for programs arrive there exactly as it is. */
const keepAttributes = (parts: Parts): Parts => {
  let html = '';
  return parts.map((part) => {
    if (typeof part === 'string') {
      html += part;
      return part;
    }
    const attribute = WITHIN.exec(html)?.[1];
    if (part.t !== 'i' || attribute === undefined || READ_BY_PEOPLE.includes(attribute)) return part;
    return { ...part, t: 'r', val: `exact(${part.val})` };
  });
};

const { escapeFunction } = new Eta().config;

/** Characters that a reader of the page's source could take for others, or HTML for a space. */
const UNCLEAR = /[\t\r\n\p{Cf}\p{Zl}\p{Zp}]|[^\S ]/gu;
const asReference = (character: string): string => `&#x${character.codePointAt(0)!.toString(16)};`;

/** Escapes a value for readers, as templates do: invisible characters are spelled out ({@link visible}). */
export const escapeHtml = (value: unknown): string => escapeFunction(visible(String(value)));

/** Text that is HTML already, and is not escaped again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

const exactText = (value: unknown): string => escapeFunction(String(value)).replaceAll(UNCLEAR, asReference);

/** HTML of a template literal: its values are escaped as in a template file, unless they are {@link Html}; null is nothing. */
export const html = (texts: TemplateStringsArray, ...values: ReadonlyArray<unknown>): Html => {
  let text = '';
  for (const [index, part] of texts.entries()) {
    text += part;
    const value = values[index] ?? '';
    const attribute = WITHIN.exec(text)?.[1];
    const isExact = attribute !== undefined && !READ_BY_PEOPLE.includes(attribute);
    text += value instanceof Html ? value.text : isExact ? exactText(value) : escapeHtml(value);
  }
  return new Html(text);
};

class Templates extends Eta {
  /** Escapes a value for programs, which read it as it is. */
  readonly exact = exactText;
  readonly html = html;
  /** The field that identifies one showing of a form: each form that is posted has one. */
  readonly token = (): Html => html`<input type="hidden" name="form_token" value="${randomUUID()}">`;
  /** Says for whom a part is that this person does not see. */
  readonly forRoles = (access: Access, what: string): Html =>
    html`<p class="hint">${what}: for the ${ROLES_OF[access].length === 1 ? 'role' : 'roles'} ${ROLES_OF[access].join(' and ')}. <a href="/roles">What your roles include</a></p>`;
  /** A template as a value of {@link html}. */
  readonly part = (template: string, values: object): Html => new Html(this.render(`.${template}`, values).trim());
}

const eta = new Templates({
  views: fileURLToPath(new URL('..', import.meta.url)),
  cache: true,
  autoTrim: false,
  escapeFunction: escapeHtml,
  functionHeader: 'const { exact, forRoles, html, part, token } = this;',
  plugins: [{ processAST: keepAttributes }],
});

/**
 * Fills a template below `src`. `<%= %>` escapes a value: for readers, but within an attribute for programs exactly. `<%~ %>`
 * inserts HTML unchanged.
 */
export const render = (template: string, values: object): string => eta.render(`./${template}`, values);
