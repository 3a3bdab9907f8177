import { isLoggedOut } from '@/components/session/logged-out';
import { shouldRefresh, SIGNED_IN_COOKIE } from '@/domain/session';
import { siteApi } from '@/trpc/clients';
import { visitorOf } from '@/trpc/visitor';

/** Repeated tab switches within this time count as one. */
const SETTLE_MS = 300;

const isMarked = () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`);

/**
 * Shows the header links of a visitor with a session, and extends the session: it is read on load and when the tab
 * becomes visible, and refreshed with ten minutes or less left. A visitor without the mark causes no call.
 */
export function watchVisitor(signal: AbortSignal): void {
  const root = document.documentElement;
  let settling: number | undefined;
  const read = async () => {
    const api = siteApi();
    try {
      const { data } = await api.get('/api/me');
      root.dataset.visitor = visitorOf(data);
      if (shouldRefresh(data.expiresInMinutes)) await api.get('/api/refresh');
    } catch (refusal) {
      if (isLoggedOut(refusal)) forget();
    }
  };
  const forget = () => {
    document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`;
    delete root.dataset.visitor;
  };
  const look = () => {
    window.clearTimeout(settling);
    if (!isMarked()) return void delete root.dataset.visitor;
    root.dataset.visitor ??= 'subscriber';
    settling = window.setTimeout(() => void read(), SETTLE_MS);
  };
  const lookWhenVisible = () => {
    if (document.visibilityState === 'visible') look();
  };
  look();
  document.addEventListener('visibilitychange', lookWhenVisible, { signal });
  // The browser may show the page of a visitor who has logged in or out since.
  window.addEventListener('pageshow', ({ persisted }) => persisted && look(), { signal });
}
