// Lets the keyboard scroll what is wider than its place.

const wide = document.querySelectorAll('pre, .table');

const makeScrollable = (element) => {
  if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
};

const makeAllScrollable = () => wide.forEach(makeScrollable);
window.addEventListener('resize', makeAllScrollable);
// Another tab shows what was hidden, and had no width.
document.addEventListener('change', makeAllScrollable);
makeAllScrollable();
