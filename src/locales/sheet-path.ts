/**
 * What the sheets over the calendar of boxes do. `box` shows one box. `move`, `contents` and `address` change it, and
 * `contents` without a box changes all. `now` orders the next box today.
 */
export const SHEETS = [
  'box',
  'move',
  'contents',
  'address',
  'now',
  'rhythm',
  'pause',
  'cancel',
  'restart',
] as const;

export type SheetName = (typeof SHEETS)[number];

/** Returns the path of a sheet, without language. @param box the id of the order that it is about */
export function sheetPath(name: SheetName, box?: string): string {
  return `/account?do=${name}${box === undefined ? '' : `&box=${encodeURIComponent(box)}`}`;
}

const MOVED: Readonly<Record<string, string>> = {
  '': '/account',
  box: sheetPath('contents'),
  frequency: sheetPath('rhythm'),
  'payment-day': sheetPath('rhythm'),
  pause: sheetPath('pause'),
  year: '/account',
  cancel: sheetPath('cancel'),
  reactivate: sheetPath('restart'),
  'order-now': sheetPath('now'),
};

const OLD = /^\/account\/(?:orders|subscription(?:\/([a-z-]+)(?:\/([\w-]{1,60}))?)?)$/;

/**
 * Returns the path that replaces the former page of a list of orders or of a change. Null for every other path.
 * @param path the path without language
 * @param query the query of the former page, which named an order, an offer or a page
 */
export function movedPath(path: string, query: URLSearchParams): string | null {
  const old = OLD.exec(path);
  if (!old) return null;
  const [, page = '', orderId] = old;
  const target = orderId === undefined ? MOVED[page] : pathOfBox(page, orderId);
  if (target === undefined) return null;
  const { pathname, searchParams } = new URL(target, 'http://site.invalid');
  for (const [name, value] of query) searchParams.append(name === 'order' ? 'box' : name, value);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

function pathOfBox(page: string, orderId: string): string | undefined {
  return page === 'move' || page === 'address' ? sheetPath(page, orderId) : undefined;
}
