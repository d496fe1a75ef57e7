// The search of the static site: the service's own, run in the browser.

import { makeSearch, resultOf, summaryOf } from './search.js';

const listed = ({ address, title, kind, excerpt }) => {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: address, textContent: title });
  const label = Object.assign(document.createElement('span'), { className: 'kind', textContent: kind });
  const text = Object.assign(document.createElement('p'), { textContent: excerpt });
  item.append(link, ' ', label, text);
  return item;
};

const query = new URLSearchParams(location.search).get('q') ?? '';
document.getElementById('search').value = query;
const response = await fetch('entries.json');
const found = makeSearch(await response.json())(query);
document.querySelector('main [role="status"]').textContent = summaryOf(found);
const list = document.createElement('ol');
list.className = 'results';
list.append(...found.entries.map(resultOf).map(listed));
if (found.entries.length > 0) document.querySelector('main ul')?.replaceWith(list);
