// Filters error codes by the text of their entries.

const entries = [...document.querySelectorAll('.error')].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
}));

const place = document.createElement('div');
const label = document.createElement('label');
label.htmlFor = 'filter';
label.textContent = 'Find a code';
const input = document.createElement('input');
input.id = 'filter';
input.className = 'field';
input.type = 'search';
input.placeholder = 'amount, 404, historical-statements …';
const count = document.createElement('p');
count.setAttribute('role', 'status');

const show = () => {
  const words = input.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  let shown = 0;
  for (const { element, text } of entries) {
    element.hidden = !words.every((word) => text.includes(word));
    if (!element.hidden) shown += 1;
  }
  count.textContent = words.length === 0 ? `${entries.length} codes` : `${shown} of ${entries.length} codes`;
};

input.addEventListener('input', show);
// A link to an entry clears the filter.
window.addEventListener('hashchange', () => {
  if (document.querySelector('.error:target')?.hidden !== true) return;
  input.value = '';
  show();
  document.querySelector('.error:target').scrollIntoView();
});

place.append(label, input, count);
document.getElementById('errors-filter').append(place);
show();
