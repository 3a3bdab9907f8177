import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { settings } from '@/settings/settings';
import { STORE_IMAGE_ORIGINS } from '@/settings/proxy';
import { log } from '../platform/log';
import { whyUnanswered } from './http';

/* The store's catalogue, read only: https://api-docs.ecwid.com/reference/search-products. */

const TIMEOUT_MS = 10_000;
const PAGE = 100;
/** The maximum number of pages to read. Products on further pages are ignored. */
const PAGES_MAX = 20;
const READS_MAX = 3;
const RETRIES = 2;
const RETRY_AFTER_MS = 200;
const PRICE_MAX_BAHT = 1_000_000;

/** A product of the store. Prices are in satang. The descriptions are HTML that is not sanitised. */
export interface EcwidProduct {
  id: string;
  sku: string;
  name: Record<Locale, string>;
  descriptionHtml: Record<Locale, string>;
  price: Satang;
  imageUrl: string | null;
  url: string | null;
  inStock: boolean;
}

type StoreAnswer =
  | { kind: 'ok'; products: EcwidProduct[] }
  /** The store refused the plan or the token (402, 403), or does not exist. A retry will not help soon. */
  | { kind: 'refused'; why: string }
  | { kind: 'unavailable'; why: string };

const words = z.record(z.string(), z.string().nullish()).nullish();

const itemShape = z.object({
  id: z.number(),
  sku: z.string().nullish(),
  name: z.string().nullish(),
  nameTranslated: words,
  description: z.string().nullish(),
  descriptionTranslated: words,
  price: z.number(),
  enabled: z.boolean().nullish(),
  inStock: z.boolean().nullish(),
  url: z.string().nullish(),
  imageUrl: z.string().nullish(),
});

const pageShape = z.object({ total: z.number().int().min(0), items: z.array(z.unknown()) });

type Page = { kind: 'ok'; value: z.infer<typeof pageShape> } | Exclude<StoreAnswer, { kind: 'ok' }>;

/**
 * Reads all enabled products of the store, in the store's order and without duplicates. If the catalogue changes
 * between two pages, reads it again from the start, at most three times in total. Never throws.
 */
export async function readStoreProducts(): Promise<StoreAnswer> {
  const seen = new Map<number, EcwidProduct>();
  for (let reading = 1; reading <= READS_MAX; reading += 1) {
    const read = await readOnce(seen);
    if (read.kind !== 'changed') return read;
  }
  return { kind: 'ok', products: [...seen.values()] };
}

async function readOnce(seen: Map<number, EcwidProduct>): Promise<StoreAnswer | { kind: 'changed' }> {
  const found = new Map<number, EcwidProduct>();
  let total: number | null = null;
  let offset = 0;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await askPatiently(`/products?enabled=true&limit=${PAGE}&offset=${offset}`);
    if (page.kind !== 'ok') return page;
    const { items } = page.value;
    for (const item of items) {
      const read = itemShape.safeParse(item);
      const product = read.success && read.data.enabled !== false ? toProduct(read.data) : null;
      if (!read.success || product === null) continue;
      found.set(read.data.id, product);
      seen.set(read.data.id, product);
    }
    if (total !== null && page.value.total !== total) return { kind: 'changed' };
    total = page.value.total;
    offset += items.length;
    if (items.length === 0 || offset >= total) break;
  }
  return { kind: 'ok', products: [...found.values()] };
}

/**
 * Reads one page, with at most two retries. Does not retry a rate-limited call (429), because a visitor waits for the
 * page.
 */
async function askPatiently(path: string): Promise<Page> {
  let page = await ask(path);
  for (let retry = 0; retry < RETRIES && page.kind === 'unavailable' && page.why !== 'HTTP_429'; retry += 1) {
    await sleep(RETRY_AFTER_MS * 2 ** retry + Math.random() * RETRY_AFTER_MS, undefined, { ref: false });
    page = await ask(path);
  }
  return page;
}

async function ask(path: string): Promise<Page> {
  const { ECWID_API_URL, STORE_ID, STORE_PUBLIC_KEY } = settings();
  try {
    const response = await fetch(`${ECWID_API_URL}/${STORE_ID}${path}`, {
      headers: { authorization: `Bearer ${STORE_PUBLIC_KEY}`, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (response.status !== 200) {
      void response.body?.cancel();
      log.warn('store.asked', { provider: 'ecwid', providerStatus: response.status });
      const why = `HTTP_${response.status}`;
      const isOver = response.status < 500 && response.status !== 429;
      return { kind: isOver ? 'refused' : 'unavailable', why };
    }
    const read = pageShape.safeParse(await response.json());
    return read.success ? { kind: 'ok', value: read.data } : { kind: 'unavailable', why: 'UNREADABLE' };
  } catch (error) {
    const why = error instanceof SyntaxError ? 'UNREADABLE' : whyUnanswered(error).why;
    log.warn('store.asked', { provider: 'ecwid', code: why });
    return { kind: 'unavailable', why };
  }
}

/** Converts a product from the store's format. Returns null for a product without a name or a valid price. */
function toProduct(item: z.infer<typeof itemShape>): EcwidProduct | null {
  const name = inBoth(item.nameTranslated, item.name);
  const isPriced = Number.isFinite(item.price) && item.price >= 0 && item.price <= PRICE_MAX_BAHT;
  if (name === null || !isPriced) return null;
  return {
    id: String(item.id),
    sku: item.sku ?? '',
    name,
    descriptionHtml: inBoth(item.descriptionTranslated, item.description) ?? { en: '', th: '' },
    price: satangOf(item.price),
    imageUrl: pictureAddress(item.imageUrl),
    url: webAddress(item.url),
    inStock: item.inStock !== false,
  };
}

/**
 * Returns a text in both languages; null without any text. Replaces a missing translation by the text in the store's own
 * language, or else by the other translation.
 */
function inBoth(
  translated: z.infer<typeof words>,
  own: string | null | undefined,
): Record<Locale, string> | null {
  const said = [translated?.en, translated?.th, own].map((text) => text?.trim() || null);
  const [en = null, th = null, plain = null] = said;
  const english = en ?? plain ?? th;
  const thai = th ?? plain ?? en;
  return english === null || thai === null ? null : { en: english, th: thai };
}

/** Converts baht to satang, rounded half up. `toFixed` first corrects binary errors: 149.005 baht is 14901 satang. */
function satangOf(baht: number): Satang {
  return Math.round(Number((baht * 100).toFixed(6)));
}

/**
 * Returns the URL of a picture if it is on the store's own image servers; else null. The Content-Security-Policy allows
 * only these servers.
 */
function pictureAddress(text: string | null | undefined): string | null {
  const url = webAddress(text);
  return url !== null && STORE_IMAGE_ORIGINS.includes(new URL(url).origin) ? url : null;
}

function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
