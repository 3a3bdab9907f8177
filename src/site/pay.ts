import { loadPage } from '@/components/load-page';
import { outsideLine } from '@/components/payments/outside-line';
import { watchQrSaves } from '@/components/secret-link/watch-qr-saves';
import { watchCopies } from '@/components/watch-copies';
import type { PayApp } from '@/domain/pay-app';
import { refusalOf } from '@/trpc/refusal';
import { siteApi } from '@/trpc/rest-clients';
import { keepCurrent } from './shown-payment';
import { watchSlips } from './watch-slips';

/*
 * The script of the page of a payment link, which has no framework JavaScript. The server renders every state of the page;
 * the script acts on its buttons and shows it again.
 */

const root = document.querySelector<HTMLElement>('[data-pay]');
if (root) start(root, root.dataset.pay ?? '');

function start(root: HTMLElement, token: string): void {
  const api = siteApi();
  const { signal } = new AbortController();
  let making: Promise<void> | null = null;
  let isOpening = false;

  const read = keepCurrent(root, makeWantedQr);
  watchCopies(signal);
  watchQrSaves(signal);
  watchSlips(root, token, read);
  root.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const app = target.closest<HTMLElement>('[data-app]');
    if (app) void openApp(app);
    const make = target.closest<HTMLElement>('[data-make-qr]');
    if (make) makeQr(make);
  });
  makeWantedQr();
  document.querySelector('main')?.setAttribute('data-awake', '');

  /** Creates the code that the page shows first. After a refusal the visitor must tap to try again. */
  function makeWantedQr(): void {
    const isRefused = problemIn('qr')?.hidden === false;
    if (root.dataset.makesQr !== undefined && !isRefused && !isOpening) makeQr(null);
  }

  function makeQr(button: HTMLElement | null): void {
    making ??= createQr(button).finally(() => (making = null));
  }

  async function createQr(button: HTMLElement | null): Promise<void> {
    const free = button && markBusy(button, button.dataset.makeQr);
    try {
      await api.post('/api/payments/qr', { token });
      await read(true);
    } catch (error) {
      free?.();
      const offer = root.querySelector<HTMLElement>('[data-offer]');
      if (offer) offer.hidden = true;
      showProblem(problemIn('qr'), refusalOf(error).message);
    }
  }

  async function openApp(button: HTMLElement): Promise<void> {
    if (isOpening) return;
    isOpening = true;
    const problem = problemIn('apps');
    if (problem) problem.hidden = true;
    const free = markBusy(button);
    let message: string | null = null;
    let address: string | null = null;
    // A payment that has ended is shown by the page, so that it needs no notice here.
    let isEnded = false;
    try {
      // The page creates a code as it opens. Two requests of one order would refuse each other.
      await making;
      const { data } = await api.post('/api/payments/app', { token, app: button.dataset.app as PayApp });
      address = data.app?.authorizeUri ?? null;
      isEnded = data.status !== 'pending';
      if (address !== null) loadPage(outsideLine(address));
    } catch (error) {
      message = refusalOf(error).message;
    } finally {
      isOpening = false;
      free();
    }
    if (address === null && !isEnded) showProblem(problem, message, button.dataset.failed);
    await read();
  }

  function problemIn(part: string): HTMLElement | null {
    return root.querySelector(`[data-part=${part}] [data-problem]`);
  }
}

/** Shows that the action of a button runs. @returns ends it */
function markBusy(button: HTMLElement, text?: string): () => void {
  const { textContent } = button;
  if (text !== undefined) button.textContent = text;
  button.dataset.busy = '';
  button.setAttribute('aria-disabled', 'true');
  return () => {
    if (text !== undefined) button.textContent = textContent;
    delete button.dataset.busy;
    button.removeAttribute('aria-disabled');
  };
}

/** Shows a notice of a refusal. @param message the words of the server; null: the page's own */
function showProblem(problem: HTMLElement | null, message: string | null, title?: string): void {
  if (!problem) return;
  const [heading, text] = problem.querySelectorAll('p');
  if (title !== undefined && heading) heading.textContent = title;
  if (text) text.textContent = message ?? problem.dataset.problem ?? '';
  problem.hidden = false;
}
