/**
 * Makes the buttons of `CopyableFacts` copy their text. Only the value that was copied last has a confirmation. Needs no
 * React.
 */
export function watchCopies(signal: AbortSignal): void {
  const listen = ({ target }: MouseEvent) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]');
    if (button) void copy(button);
  };
  document.addEventListener('click', listen, { signal });
}

async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = '', copied = '', selected = '' } = button.dataset;
  const facts = button.closest('[data-facts]');
  const status = facts?.nextElementSibling;
  for (const other of facts?.querySelectorAll('[data-done]') ?? []) other.removeAttribute('data-done');
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
    button.dataset.done = '';
  } catch {
    // Some in-app browsers refuse clipboard access. The selected text can be copied with a long press.
    isCopied = false;
    const value = button.parentElement?.previousElementSibling;
    if (value) window.getSelection()?.selectAllChildren(value);
  }
  if (!status) return;
  status.textContent = isCopied ? copied : selected;
  status.classList.toggle('visually-hidden', isCopied);
}
