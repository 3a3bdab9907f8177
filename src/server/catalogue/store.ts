import type { ProductCode } from '@/domain/product';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import type { Ctx } from '../context';

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

/** The whole catalogue of the shop: the store's while one is configured and was heard of within a day, else our own. */
export async function listStoreProducts(
  _ctx: Ctx,
): Promise<{ source: 'store' | 'own'; products: StoreProduct[] }> {
  return Promise.reject(new Error('not written yet'));
}
