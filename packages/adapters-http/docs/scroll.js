// Makes wide blocks scrollable by keyboard.

const wide = document.querySelectorAll('pre, .table');

const makeScrollable = (element) => {
  if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
};

const makeAllScrollable = () => wide.forEach(makeScrollable);
window.addEventListener('resize', makeAllScrollable);
// A hidden block has no width until its tab is shown.
document.addEventListener('change', makeAllScrollable);
makeAllScrollable();
