// Highlights the visible section in the list of contents.

const sidebar = document.querySelector('.sidebar');
const linkOf = new Map(
  [...sidebar.querySelectorAll('a')].map((link) => [document.getElementById(link.hash.slice(1)), link]),
);
const places = [...linkOf.keys()];
let marked = null;

const mark = () => {
  const line = window.innerHeight / 3;
  const shown = places.filter((place) => !place.hidden);
  const current = shown.findLast((place) => place.getBoundingClientRect().top < line) ?? shown[0];
  const link = linkOf.get(current) ?? null;
  if (link === marked) return;
  marked?.removeAttribute('aria-current');
  link?.setAttribute('aria-current', 'location');
  marked = link;
  if (link === null) return;
  const { top, bottom } = link.getBoundingClientRect();
  const frame = sidebar.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) sidebar.scrollTop += top - frame.top - frame.height / 2;
};

let isDue = false;
const markSoon = () => {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    mark();
  });
};
document.addEventListener('scroll', markSoon, { passive: true });
mark();

// Folds the list of contents after a click on an entry.
const folded = document.querySelector('.folded');
folded.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement) folded.open = false;
});
