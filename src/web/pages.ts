import { barePath, isSitePage } from '@/locales/paths';
import { monotonicMs, systemNow } from '@/server/platform/clock';
import type { Handler } from './ask-in-process';
import { keepPublicPages } from './public-pages';
import { sendVisitorPage } from './visitor-pages';

/**
 * Returns the handler of all pages in production. It sends public pages from a cache, or rendered for one
 * visitor. Next serves all other pages. `sendKept` responds at once if a recent page is cached.
 * @param host the `Host` header for calls to Next within this process
 */
export function createPageHandler(next: Handler, host: string) {
  const { sendFresh, send } = keepPublicPages({
    handlePage: next,
    host,
    clock: monotonicMs,
    now: () => systemNow().getTime(),
  });
  const handlePage: Handler = async (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    if (request.headers['x-ira-maintenance'] === 'on' || !isSitePage(barePath(path)))
      return next(request, response);
    if (await send(request, response)) return;
    await sendVisitorPage(next, request, response);
  };
  return { handlePage, sendKept: sendFresh };
}
