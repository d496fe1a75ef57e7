import { type Content, type Html, html } from './markup.ts';

/** A part of the report under its own heading, which names it for assistive technology and for links. */
export const section = (
  id: string,
  title: string,
  intro: Content,
  body: Html,
): Html => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p class="intro">${intro}</p>
${body}</section>
`;
