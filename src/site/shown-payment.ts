import { loadPage } from '@/components/load-page';
import { refusalOf } from '@/trpc/refusal';
import { request } from '@/trpc/request';

const POLL_MS = 4000;
const BACK_SHOWN_MS = 8000;

/** Reads the payment and shows the page again if it has changed. @param isChanged whether it is known to have changed */
export type ReadPayment = (isChanged?: boolean) => Promise<void>;

/**
 * Keeps the page of a payment link current: reads the payment every four seconds while it is open, and when the page
 * becomes visible or is connected again. The server renders what is shown.
 * @param root the element with `data-pay`, whose `data-state` is the payment that it shows
 * @param onShown called after the page has changed
 */
export function keepCurrent(root: HTMLElement, onShown: () => void): ReadPayment {
  // The number of the latest request. Pages of earlier requests are ignored.
  let latest = 0;
  const drawn = new Map(partsOf(root).map((part) => [nameOf(part), part.outerHTML]));

  const show = async () => {
    const mine = ++latest;
    const response = await fetch(window.location.pathname, { cache: 'no-store' });
    if (response.status >= 500) throw new Error('The page could not be rendered.');
    const text = await response.text();
    if (mine !== latest) return;
    if (response.redirected) return loadPage(response.url);
    const page = new DOMParser().parseFromString(text, 'text/html');
    const next = page.querySelector<HTMLElement>('[data-pay]');
    // The link was deleted, for example after an expired registration. The reloaded page explains it.
    if (!next) return window.location.reload();
    replace(root, next, drawn);
    say(page.querySelector('[data-said]')?.textContent ?? '');
    onShown();
  };

  const differs = async () => {
    const { data } = await request(`/api/pay/${root.dataset.pay}`);
    return JSON.stringify(data) !== root.dataset.state;
  };

  const read = async (isChanged = false) => {
    try {
      if (isChanged || (await differs())) await show();
      showConnection(true);
    } catch (refusal) {
      const { code } = refusalOf(refusal);
      if (code === 'NOT_FOUND') return window.location.reload();
      if (code === null) showConnection(false);
    }
  };

  const readIfVisible = () => {
    if (document.visibilityState === 'visible') void read();
  };
  window.setInterval(() => root.dataset.open !== undefined && readIfVisible(), POLL_MS);
  document.addEventListener('visibilitychange', readIfVisible);
  window.addEventListener('online', readIfVisible);
  window.addEventListener('pageshow', ({ persisted }) => persisted && readIfVisible());
  return read;
}

const partsOf = (root: Element) => [...root.querySelectorAll<HTMLElement>('[data-part]')];
const nameOf = ({ dataset }: HTMLElement) => dataset.part ?? '';

/** Puts what differs in the place of what is shown. A part that is the same keeps its focus and its open inputs. */
function replace(root: HTMLElement, next: HTMLElement, drawn: Map<string, string>): void {
  const [old, fresh] = [partsOf(root), partsOf(next)];
  const isSameWays = fresh.length > 0 && old.map(nameOf).join() === fresh.map(nameOf).join();
  for (const { name, value } of next.attributes) root.setAttribute(name, value);
  for (const { name } of [...root.attributes]) if (!next.hasAttribute(name)) root.removeAttribute(name);
  const sent = fresh.map((part) => [nameOf(part), part.outerHTML] as const);
  if (isSameWays) {
    fresh.forEach((part, at) => {
      const [name, html] = sent[at]!;
      if (drawn.get(name) !== html) putInPlace(old[at]!, part);
    });
  } else {
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren(...next.childNodes);
    if (hadFocus || fresh.length === 0) focusHeading(root);
  }
  drawn.clear();
  for (const [name, html] of sent) drawn.set(name, html);
}

function putInPlace(old: HTMLElement, part: HTMLElement): void {
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(part);
  if (hadFocus) focusHeading(part);
}

function focusHeading(part: HTMLElement): void {
  const heading = part.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** Tells a screen reader what has changed. */
function say(text: string): void {
  const said = document.querySelector('[data-said]');
  if (said && said.textContent !== text) said.textContent = text;
}

/** Shows that the connection is lost or, for a while, that it is back. */
function showConnection(isThere: boolean): void {
  const notice = document.querySelector<HTMLElement>('[data-connection]');
  if (!notice || isThere === notice.hidden) return;
  if (isThere && notice.dataset.connection === 'back') return;
  const connection = isThere ? 'back' : 'lost';
  notice.dataset.connection = connection;
  notice.textContent = notice.dataset[connection] ?? '';
  notice.hidden = false;
  if (isThere) window.setTimeout(() => (notice.hidden = notice.dataset.connection === 'back'), BACK_SHOWN_MS);
}
