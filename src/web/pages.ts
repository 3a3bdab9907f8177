import { barePath, isSitePage } from '@/locales/paths';
import { monotonicMs, systemNow } from '@/server/platform/clock';
import type { Handler } from './ask-in-process';
import { keepPublicPages } from './public-pages';
import { keepShellPages } from './shell-pages';
import { compressed } from './compressed';
import { sendVisitorPage } from './visitor-pages';

/**
 * Returns the handler of all pages in production. It serves cached public pages, cached pages of log-in and
 * registration, public pages that are rendered for one visitor, and all other pages, which Next serves.
 * `sendCached` responds at once if a cached page is not too old.
 * @param host the `Host` header for calls to Next within this process
 */
export function createPageHandler(next: Handler, host: string) {
  const renderer = { handlePage: next, host, clock: monotonicMs, now: () => systemNow().getTime() };
  const publicPages = keepPublicPages(renderer);
  const shells = keepShellPages(renderer);
  const rendered = compressed((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const isForVisitor = request.headers['x-ira-maintenance'] !== 'on' && isSitePage(barePath(path));
    return isForVisitor ? sendVisitorPage(next, request, response) : next(request, response);
  });
  const handlePage: Handler = async (request, response) => {
    const isKept = request.headers['x-ira-maintenance'] !== 'on';
    if (isKept && ((await publicPages.send(request, response)) || (await shells.send(request, response))))
      return;
    await rendered(request, response);
  };
  const sendCached: typeof publicPages.sendFresh = (request, response) =>
    publicPages.sendFresh(request, response) || shells.sendFresh(request, response);
  return { handlePage, sendCached };
}
