import { log } from '@/server/platform/log';
import { askInProcess, type Answer, type Handler } from './ask-in-process';
import { routeLabel } from './route-label';

/**
 * The age in milliseconds at which a cached page is rendered again. Together with the two seconds of the
 * catalogue cache, a page is less than ten seconds old.
 */
const FRESH_MS = 7_000;

/** A page of the cache. `page` is null until the first rendering has succeeded. */
export interface Entry<Page> {
  path: string;
  /** The label of the path in the metrics. */
  route: string;
  page: Page | null;
  /** When the last rendering began: `at` by the system clock, `now` by the product clock. */
  at: number;
  now: number;
  rendering: Promise<Page | null> | null;
}

/** The process that renders the pages. */
export interface Renderer {
  handlePage: Handler;
  /** The `Host` header of the calls to the pages. */
  host: string;
  /** Returns the milliseconds of the system clock, to measure durations. */
  clock: () => number;
  /** Returns the instant of the product clock, in milliseconds. */
  now: () => number;
}

/**
 * Creates a cache with one entry for each path, for all visitors. A page is rendered without the headers of a
 * visitor. One page is rendered at most once at a time, and again when it is older than seven seconds. If the
 * rendering fails, the old page stays.
 * @param prepare builds the cached page from the rendered one; throws if the page must not be cached
 * @returns `find` returns the entry of a path; `fresh` its page if the page is not too old; `current` renders
 * an old or missing page first, and returns null if there is no page
 */
export function createPageCache<Page>(
  paths: readonly string[],
  prepare: (path: string, answer: Answer, before: Page | null) => Page | Promise<Page>,
  { handlePage, host, clock, now }: Renderer,
) {
  const entries = new Map<string, Entry<Page>>(
    paths.map((path) => [
      path,
      { path, route: routeLabel(path), page: null, at: -Infinity, now: 0, rendering: null },
    ]),
  );

  const render = async ({ path, page }: Entry<Page>): Promise<Page | null> => {
    try {
      const answer = await askInProcess(handlePage, path, { host });
      if (answer.status !== 200) throw new Error(`${path} was rendered with status ${answer.status}.`);
      return await prepare(path, answer, page);
    } catch (error) {
      log.error('page.not_renewed', { error });
      return page;
    }
  };

  const isFresh = ({ at, now: product }: Entry<Page>) =>
    clock() - at <= FRESH_MS && Math.abs(now() - product) <= FRESH_MS;

  const renew = (entry: Entry<Page>): Promise<Page | null> => {
    Object.assign(entry, { at: clock(), now: now() });
    entry.rendering = render(entry).then((page) => {
      entry.rendering = null;
      return (entry.page = page);
    });
    return entry.rendering;
  };

  return {
    find: (path: string) => entries.get(path),
    fresh: (entry: Entry<Page>) => (!entry.rendering && isFresh(entry) ? entry.page : null),
    current: async (entry: Entry<Page>) => entry.rendering ?? (isFresh(entry) ? entry.page : renew(entry)),
  };
}
