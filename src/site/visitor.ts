import { isLoggedOut } from '@/components/session/logged-out';
import { shouldRefresh, SIGNED_IN_COOKIE } from '@/domain/session';
import { siteApi } from '@/trpc/rest-clients';
import { visitorOf } from '@/trpc/visitor';

/** How long to wait, in milliseconds, so that several tab switches cause only one call. */
const SETTLE_MS = 300;

const isMarked = () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`);

/**
 * Shows the header links for a visitor with a session. Reads the session on load and when the tab becomes
 * visible. Refreshes a session with at most ten minutes left. Makes no call without the cookie
 * `SIGNED_IN_COOKIE`.
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
  // The browser may restore the page after the visitor has logged in or out elsewhere.
  window.addEventListener('pageshow', ({ persisted }) => persisted && look(), { signal });
}
