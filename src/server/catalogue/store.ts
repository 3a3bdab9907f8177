import { setTimeout as sleep } from 'node:timers/promises';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { isProductCode, type Product, type ProductCode } from '@/domain/product';
import { settings } from '@/env';
import { monotonicMs } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { readStoreProducts, type EcwidProduct } from '../gateways/ecwid';
import { catalogueToShow } from './cached';
import { htmlOfText, sanitiseStoreHtml } from './store-html';

const FRESH_MS = 5 * 60_000;
const STALE_MS = 24 * 3_600_000;
/** After a failure the store is left alone for a while. */
const REST_MS = 30_000;
/** As long as a visitor waits for the store; after that they see what is known, and the answer serves the next one. */
const PATIENCE_MS = 2_000;

/** A product of the shop, as the store page shows it. `price` is what it costs once, `subscriptionPrice` in a box. */
export interface StoreProduct {
  id: string;
  /** Ours, when it is one that comes in a box. */
  productCode: ProductCode | null;
  name: Record<Locale, string>;
  /** Sanitised: nothing but paragraphs, lists, emphasis. */
  descriptionHtml: Record<Locale, string>;
  price: Satang;
  subscriptionPrice: Satang | null;
  imageUrl: string | null;
  /** Where it can be bought once; null: nowhere. */
  url: string | null;
  inStock: boolean;
}

/** An instant by the machine's clock and by the product's, which can be moved. */
interface Moment {
  real: number;
  product: number;
}

const momentOf = ({ now }: Ctx): Moment => ({ real: monotonicMs(), product: now.getTime() });
const sinceMs = (now: Moment, then: Moment) =>
  Math.max(now.real - then.real, Math.abs(now.product - then.product));

let held: { products: EcwidProduct[]; at: Moment } | null = null;
let failedAt: Moment | null = null;
let asking: Promise<void> | null = null;

/** The whole catalogue of the shop: the store's while one is configured and was heard of within a day, else our own. */
export async function listStoreProducts(
  ctx: Ctx,
): Promise<{ source: 'store' | 'own'; products: StoreProduct[] }> {
  const catalogue = await catalogueToShow(ctx);
  const products = catalogue.products.filter(({ active }) => active);
  const heard = settings().STORE_ID === '0' ? null : await storeProducts(ctx);
  if (heard === null) return { source: 'own', products: products.map(asOwn) };
  return { source: 'store', products: heard.map((product) => withSubscription(product, products)) };
}

/** What the store was last heard to sell: at most five minutes old, up to a day while it does not answer, else null. */
async function storeProducts(ctx: Ctx): Promise<EcwidProduct[] | null> {
  const now = momentOf(ctx);
  if (held === null || sinceMs(now, held.at) > FRESH_MS) {
    const isResting = failedAt !== null && sinceMs(now, failedAt) <= REST_MS;
    if (asking !== null || !isResting) {
      asking ??= askStore(now).finally(() => (asking = null));
      await Promise.race([asking, sleep(PATIENCE_MS, undefined, { ref: false })]);
    }
  }
  return held !== null && sinceMs(now, held.at) <= STALE_MS ? held.products : null;
}

async function askStore(at: Moment): Promise<void> {
  const answer = await readStoreProducts();
  if (answer.kind !== 'ok') {
    failedAt = at;
    return;
  }
  const products = answer.products.map((product) => ({
    ...product,
    descriptionHtml: {
      en: sanitiseStoreHtml(product.descriptionHtml.en),
      th: sanitiseStoreHtml(product.descriptionHtml.th),
    },
  }));
  held = { products, at };
  failedAt = null;
}

/** The store's product beside ours: the SKU is the code of the product that comes in a box. */
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
