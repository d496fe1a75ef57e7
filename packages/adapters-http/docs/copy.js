// Adds a copy button to each block of commands or code.

const addCopyButton = (block) => {
  const button = document.createElement('button');
  const say = (text) => {
    button.textContent = text;
  };
  button.type = 'button';
  button.className = 'copy';
  say('Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(`${block.querySelector('code').textContent}\n`).then(
      () => say('Copied'),
      () => say('Not allowed'),
    );
    setTimeout(say, 2000, 'Copy');
  });
  block.append(button);
};

// Browsers allow the clipboard only on pages from HTTPS or localhost.
if (navigator.clipboard !== undefined) document.querySelectorAll('.code:is(.sh, .ts, .python)').forEach(addCopyButton);
