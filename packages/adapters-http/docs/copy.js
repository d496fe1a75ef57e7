// Puts a button on each block of commands or of a program that copies it.

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

// Only a page that came over HTTPS, or from this machine, may use the clipboard.
if (navigator.clipboard !== undefined) document.querySelectorAll('.code:is(.sh, .ts, .python)').forEach(addCopyButton);
