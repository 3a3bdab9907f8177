import type { Gateway } from './gateway';
import type { ChargeRecord } from './records';
import { badRequest } from './refusal';
import { chargeWire } from './charge-wire';
import { FIRST_PAGE, listWire, type Paging, type Wire } from './wire';

const LIMIT_MAX = 100;

function wholeOf(query: URLSearchParams, name: string, fallback: number): number {
  const given = query.get(name);
  if (given === null || given === '') return fallback;
  if (!/^\d+$/.test(given)) throw badRequest('bad_request', `${name} is invalid`);
  return Number(given);
}

function instantOf(query: URLSearchParams, name: string, fallback: number): number {
  const given = query.get(name);
  if (given === null || given === '') return fallback;
  const ms = Date.parse(given);
  if (Number.isNaN(ms)) throw badRequest('bad_request', `${name} is invalid`);
  return ms;
}

/**
 * Reads `limit` (at most 100), `offset`, `order`, `from` and `to`. The page includes the instants `from` and
 * `to`.
 * @throws Refusal `bad_request`
 */
export function readPaging(query: URLSearchParams): Paging {
  return {
    limit: Math.min(wholeOf(query, 'limit', FIRST_PAGE.limit), LIMIT_MAX),
    offset: wholeOf(query, 'offset', 0),
    order: query.get('order') === 'reverse_chronological' ? 'reverse_chronological' : 'chronological',
    from: instantOf(query, 'from', FIRST_PAGE.from),
    to: instantOf(query, 'to', FIRST_PAGE.to),
  };
}

/** Returns one page of a list that is sorted by time. */
export function cut<T>(all: T[], page: Paging): T[] {
  if (page.order === 'chronological') return all.slice(page.offset, page.offset + page.limit);
  const end = all.length - page.offset;
  return end <= 0 ? [] : all.slice(Math.max(0, end - page.limit), end).reverse();
}

/** Returns the index of the first charge created at `ms` or later. */
function firstFrom(order: Gateway['chargeOrder'], ms: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((order[middle]?.createdAt ?? 0) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the indexes of a page's charges in the list of all charges. */
function places(from: number, to: number, page: Paging): number[] {
  const count = Math.max(0, Math.min(page.limit, to - from - page.offset));
  return Array.from({ length: count }, (_, i) =>
    page.order === 'chronological' ? from + page.offset + i : to - 1 - page.offset - i,
  );
}

/** Handles `GET /charges`. @param stale shows the last changed charge as it was before the change */
export function listCharges(gateway: Gateway, query: URLSearchParams, stale: boolean): Wire {
  const page = readPaging(query);
  const nowMs = gateway.clock.ms();
  const from = firstFrom(gateway.chargeOrder, page.from);
  // The instant `to` has whole seconds, so that its complete second is included.
  const to = Number.isFinite(page.to)
    ? firstFrom(gateway.chargeOrder, page.to + 1000)
    : gateway.chargeOrder.length;
  const data = places(from, to, page)
    .map((place) => gateway.chargeOrder[place]?.id ?? '')
    .map((id) =>
      stale && id === gateway.lastChanged() ? gateway.charges.before(id) : gateway.charges.get(id),
    )
    .filter((charge): charge is ChargeRecord => charge !== undefined && charge !== null)
    .map((charge) => chargeWire(charge, gateway.bases, nowMs));
  return listWire(data, Math.max(0, to - from), '/charges', page, nowMs);
}

/** Reads the amount filter of the search, in baht. Returns satang, or null without a filter. */
function amountFilter(query: URLSearchParams): number | null {
  const given = query.get('filters[amount]');
  return given === null ? null : Math.round(Number(given) * 100);
}

/** Handles `GET /search?scope=charge`. Searches by words of the description, by charge id, and by amount in baht. */
export function search(gateway: Gateway, query: URLSearchParams): Wire {
  if (query.get('scope') !== 'charge') throw badRequest('bad_request', 'scope is currently not supported');
  const words = (query.get('query') ?? '').toLowerCase();
  const amount = amountFilter(query);
  const perPage = Math.min(wholeOf(query, 'per_page', 30), LIMIT_MAX);
  const pageNumber = Math.max(1, wholeOf(query, 'page', 1));
  const hits = [...gateway.charges.values()].filter(
    (charge) =>
      (charge.id === words || (charge.description ?? '').toLowerCase().includes(words)) &&
      (amount === null || charge.amount === amount),
  );
  const order = query.get('order') === 'chronological' ? 'chronological' : 'reverse_chronological';
  const page: Paging = { ...FIRST_PAGE, limit: perPage, offset: (pageNumber - 1) * perPage, order };
  return {
    object: 'search',
    scope: 'charge',
    query: query.get('query') ?? '',
    filters: amount === null ? {} : { amount: query.get('filters[amount]') },
    page: pageNumber,
    per_page: perPage,
    total: hits.length,
    total_pages: Math.ceil(hits.length / perPage),
    order,
    location: '/search',
    data: cut(hits, page).map((charge) => chargeWire(charge, gateway.bases, gateway.clock.ms())),
  };
}
