import { PAGES, type Page, renderPage } from './page.ts';
import { render } from './templates.ts';

const START = {
  title: 'Service',
  heading: 'Carryover',
  sentence:
    'This is a Carryover service. Programs use the addresses below /v1/; for people there is the documentation:',
};
const UNKNOWN = {
  title: 'No such page',
  heading: 'There is no such page',
  sentence: 'This service has nothing at this address. Correct the address, or look in the documentation:',
};

/** The page at `/`, or at an address that the service does not have. */
export const renderUnknown = (isStart: boolean): Promise<string> => {
  const { title, heading, sentence } = isStart ? START : UNKNOWN;
  const page: Page = {
    name: 'unknown',
    title,
    description: sentence,
    places: [],
    styles: [],
    scripts: [],
    content: render('unknown', { heading, sentence, pages: PAGES }),
  };
  return renderPage(page);
};
