import type { Store, Table } from '../store';
import { PRODUCTS, type StoredProduct } from './products';

/** The state of the Ecwid store: its products and tokens. */
export interface Shop {
  storeId: string;
  publicToken: string;
  /** Base URL of the shop's pages. */
  pages: string;
  list(): StoredProduct[];
  /**
   * Changes a product.
   * @param id the number or the SKU of the product
   * @returns the changed product, or null if it does not exist
   * @throws TypeError with the name of the invalid field
   */
  change(id: string, changes: Record<string, unknown>): StoredProduct | null;
}

export function createShop(
  store: Store,
  settings: { storeId: string; storePublicKey: string },
  publicUrl: string,
): Shop {
  const changed: Table<StoredProduct> = store.table<StoredProduct>('store-product');
  const list = () => PRODUCTS.map((product) => changed.get(product.id) ?? product);
  return {
    storeId: settings.storeId,
    publicToken: settings.storePublicKey,
    pages: `${publicUrl}/ecwid/shop`,
    list,
    change: (id, changes) => {
      const product = list().find((one) => one.id === id || one.sku === id);
      if (product === undefined) return null;
      const next = { ...product, ...readChanges(changes) };
      changed.put(next);
      return next;
    },
  };
}

function readChanges(changes: Record<string, unknown>): Partial<StoredProduct> {
  const { price, quantity, enabled, ...unknown } = changes;
  const [first] = Object.keys(unknown);
  if (first !== undefined) throw new TypeError(`${first} cannot be changed; price, quantity and enabled can`);
  if (price !== undefined && !(typeof price === 'number' && price >= 0)) {
    throw new TypeError('price must be a number of baht');
  }
  const isCount = quantity === null || (typeof quantity === 'number' && Number.isInteger(quantity));
  if (quantity !== undefined && !isCount) throw new TypeError('quantity must be a whole number or null');
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw new TypeError('enabled must be true or false');
  return {
    ...(price === undefined ? {} : { price }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}
