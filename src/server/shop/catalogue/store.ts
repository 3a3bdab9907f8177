import { setTimeout as sleep } from 'node:timers/promises';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { isProductCode, type Product, type ProductCode } from '@/domain/product';
import { settings } from '@/settings/settings';
import { processState } from '@/process-state';
import { monotonicMs } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { readStoreProducts, type EcwidProduct } from '../../gateways/ecwid';
import { getCachedCatalogue } from './queries';
import sanitizeHtml from 'sanitize-html';

const FRESH_MS = 5 * 60_000;
const STALE_MS = 24 * 3_600_000;
/** The pause after a failed call to the store. */
const REST_MS = 30_000;
/** The maximum time that a page waits for the store. Afterwards the page shows the cached products. */
const PATIENCE_MS = 2_000;

/** A product of the shop page. `price` applies to a single purchase, `subscriptionPrice` to a box. */
export interface StoreProduct {
  id: string;
  /** The product's code in the catalogue; null if boxes cannot contain the product. */
  productCode: ProductCode | null;
  name: Record<Locale, string>;
  /** Sanitised HTML with only paragraphs, lists and emphasis. */
  descriptionHtml: Record<Locale, string>;
  price: Satang;
  subscriptionPrice: Satang | null;
  imageUrl: string | null;
  /** The store's page for a single purchase; null if the product cannot be bought there. */
  url: string | null;
  inStock: boolean;
}

/** An instant by the system clock and by the product clock, both in milliseconds. Time travel moves the product clock. */
interface Moment {
  real: number;
  product: number;
}

const momentOf = ({ now }: Ctx): Moment => ({ real: monotonicMs(), product: now.getTime() });
const sinceMs = (now: Moment, then: Moment) =>
  Math.max(now.real - then.real, Math.abs(now.product - then.product));

interface StoreState {
  held: { products: EcwidProduct[]; at: Moment } | null;
  failedAt: Moment | null;
  asking: Promise<void> | null;
}
const storeState = () =>
  processState('store', (): StoreState => ({ held: null, failedAt: null, asking: null }));

/**
 * Returns the products of the shop page: the store's products if they were read within the last day, else the active
 * products of the catalogue.
 */
export async function listStoreProducts(
  ctx: Ctx,
): Promise<{ source: 'store' | 'own'; products: StoreProduct[] }> {
  const catalogue = await getCachedCatalogue(ctx);
  const products = catalogue.products.filter(({ active }) => active);
  const heard = settings().STORE_ID === '0' ? null : await storeProducts(ctx);
  if (heard === null) return { source: 'own', products: products.map(asOwn) };
  return { source: 'store', products: heard.map((product) => withSubscription(product, products)) };
}

/**
 * Returns the products of the store, cached for five minutes. While the store is unavailable, returns products that are
 * up to a day old; null without such products.
 */
async function storeProducts(ctx: Ctx): Promise<EcwidProduct[] | null> {
  const now = momentOf(ctx);
  const state = storeState();
  if (state.held === null || sinceMs(now, state.held.at) > FRESH_MS) {
    const isResting = state.failedAt !== null && sinceMs(now, state.failedAt) <= REST_MS;
    if (state.asking !== null || !isResting) {
      state.asking ??= askStore(state, now).finally(() => (state.asking = null));
      await Promise.race([state.asking, sleep(PATIENCE_MS, undefined, { ref: false })]);
    }
  }
  return state.held !== null && sinceMs(now, state.held.at) <= STALE_MS ? state.held.products : null;
}

async function askStore(state: StoreState, at: Moment): Promise<void> {
  const answer = await readStoreProducts();
  if (answer.kind !== 'ok') {
    state.failedAt = at;
    return;
  }
  const products = answer.products.map((product) => ({
    ...product,
    descriptionHtml: {
      en: sanitiseStoreHtml(product.descriptionHtml.en),
      th: sanitiseStoreHtml(product.descriptionHtml.th),
    },
  }));
  state.held = { products, at };
  state.failedAt = null;
}

/** Adds the product code and the subscription price to a store product. The store's SKU is the product code. */
function withSubscription({ sku, ...product }: EcwidProduct, ours: readonly Product[]): StoreProduct {
  const match = isProductCode(sku) ? ours.find(({ code }) => code === sku) : undefined;
  return { ...product, productCode: match?.code ?? null, subscriptionPrice: match?.price ?? null };
}

function asOwn(product: Product): StoreProduct {
  return {
    id: product.code,
    productCode: product.code,
    name: { en: product.nameEn, th: product.nameTh },
    descriptionHtml: { en: htmlOfText(product.descriptionEn), th: htmlOfText(product.descriptionTh) },
    price: product.listPrice,
    subscriptionPrice: product.price,
    imageUrl: null,
    url: null,
    inStock: true,
  };
}

const LONGEST = 20_000;

const KEPT: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em'],
  allowedAttributes: {},
  // Headings and blocks of the store's editor become paragraphs: the page has its own headings.
  transformTags: {
    ...Object.fromEntries(['div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'].map((tag) => [tag, 'p'])),
    b: 'strong',
    i: 'em',
  },
  exclusiveFilter: ({ tag, text, mediaChildren }) =>
    tag !== 'br' && text.trim() === '' && mediaChildren.length === 0,
};

/** Sanitises the HTML of a product description from the store. Keeps only paragraphs, lists and emphasis. */
export function sanitiseStoreHtml(html: string): string {
  return sanitizeHtml(html.slice(0, LONGEST), KEPT).trim();
}

/** Returns plain text as an HTML paragraph, with special characters escaped. */
export function htmlOfText(text: string): string {
  return `<p>${sanitizeHtml(text, { allowedTags: [], allowedAttributes: {}, disallowedTagsMode: 'escape' })}</p>`;
}
