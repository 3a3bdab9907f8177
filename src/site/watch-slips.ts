import { sendSlip } from './send-slip';
import type { ReadPayment } from './shown-payment';

/** Sends the picture of a slip that is chosen, or dropped on its place. */
export function watchSlips(root: HTMLElement, token: string, read: ReadPayment): void {
  root.addEventListener('change', ({ target }) => {
    const place = target instanceof HTMLInputElement && target.closest<HTMLElement>('[data-slip]');
    if (place) void send(place, target.files?.[0]);
  });
  for (const type of ['dragover', 'dragleave', 'drop'] as const)
    root.addEventListener(type, (event) => {
      const label = event.target instanceof Element && event.target.closest<HTMLElement>('[data-slip] label');
      if (!label) return;
      event.preventDefault();
      label.toggleAttribute('data-over', type === 'dragover');
      const place = label.closest<HTMLElement>('[data-slip]');
      if (type === 'drop' && place) void send(place, event.dataTransfer?.files[0]);
    });

  async function send(place: HTMLElement, file: File | undefined): Promise<void> {
    const label = place.querySelector('label');
    const input = label?.querySelector('input');
    const words = label?.querySelector<HTMLElement>('[data-sending]');
    const status = place.querySelector('[role=status]');
    if (!label || !input || !words || !status || !file || input.disabled) return;
    const offer = words.textContent;
    input.disabled = true;
    label.dataset.busy = '';
    words.textContent = words.dataset.sending ?? '';
    status.textContent = '';
    const refused = await sendSlip(token, file);
    input.disabled = false;
    input.value = '';
    delete label.dataset.busy;
    words.textContent = offer;
    if (refused === null) return read(true);
    status.className = 'problem';
    status.textContent = refused.message ?? place.dataset[refused.why] ?? '';
  }
}
