// What pages do beyond htmx. They can be read without it.

/** Asks before a form with `data-confirm` is sent. */
document.addEventListener('submit', (event) => {
  const { confirm: question } = event.target.dataset ?? {};
  if (question !== undefined && !window.confirm(question)) event.preventDefault();
});

/** Puts the text of the named element on the clipboard. */
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (button === null) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
  button.textContent = 'Copied';
});
