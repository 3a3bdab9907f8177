import type { FaultKind } from '../faults';
import type { Answer } from '../provider';
import { CATEGORIES, type StoredProduct } from './products';
import type { Shop } from './shop';

const LIMIT_MAX = 100;

type Sort = (a: StoredProduct, b: StoredProduct) => number;

const SORTS: Record<string, Sort> = {
  RELEVANCE: () => 0,
  DEFINED_BY_STORE_OWNER: () => 0,
  ADDED_TIME_DESC: (a, b) => b.added - a.added,
  ADDED_TIME_ASC: (a, b) => a.added - b.added,
  PRICE_ASC: (a, b) => a.price - b.price,
  PRICE_DESC: (a, b) => b.price - a.price,
  NAME_ASC: (a, b) => a.name.en.localeCompare(b.name.en),
  NAME_DESC: (a, b) => b.name.en.localeCompare(a.name.en),
};

/** Creates an error response in the format of Ecwid. */
export const storeError = (status: number, code: string, message: string): Answer => ({
  status,
  body: { errorCode: code, errorMessage: message },
});

const isInStock = ({ quantity }: StoredProduct) => quantity === null || quantity > 0;

function filters(query: URLSearchParams): ((product: StoredProduct) => boolean)[] {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null);
  const [from, to, category] = [number('priceFrom'), number('priceTo'), number('category')];
  const keyword = query.get('keyword')?.toLowerCase() ?? '';
  const ids = query.get('productId')?.split(',') ?? null;
  const texts = ({ name, sku, description }: StoredProduct) =>
    [name.en, name.th, sku, description.en, description.th].join(' ').toLowerCase();
  return [
    (product) => keyword === '' || texts(product).includes(keyword),
    ({ price }) => (from === null || price >= from) && (to === null || price <= to),
    (product) => category === null || product.category === category,
    ({ sku }) => !query.has('sku') || sku === query.get('sku'),
    ({ id }) => ids === null || ids.includes(id),
    (product) => !query.has('inStock') || isInStock(product) === (query.get('inStock') === 'true'),
  ];
}

/** Handles `GET /products` with filters, sorting and paging. A public token lists only enabled products. */
export function answerProducts(shop: Shop, query: URLSearchParams, effect: FaultKind | null): Answer {
  const limit = Math.min(LIMIT_MAX, wholeOf(query.get('limit'), LIMIT_MAX));
  const offset = wholeOf(query.get('offset'), 0);
  const sortBy = query.get('sortBy') ?? 'DEFINED_BY_STORE_OWNER';
  const sort = SORTS[sortBy];
  if (Number.isNaN(limit) || Number.isNaN(offset) || limit < 1 || offset < 0 || sort === undefined) {
    return storeError(
      400,
      'BAD_REQUEST',
      `limit, offset or sortBy is not one: ${limit}, ${offset}, ${sortBy}`,
    );
  }
  const wanted = filters(query);
  const all = shop
    .list()
    // The fault `disabled_listed` also lists disabled products.
    .filter((product) => product.enabled || effect === 'disabled_listed')
    .filter((product) => wanted.every((wants) => wants(product)))
    .sort(sort);
  const items = all.slice(offset, offset + limit).map((product) => applyFault(wireOf(shop, product), effect));
  const total = all.length + (effect === 'total_changes' ? 1 : 0);
  return { status: 200, body: { total, count: items.length, offset, limit, items } };
}

/** Handles `GET /products/{productId}`. */
export function answerProduct(shop: Shop, id: string): Answer {
  const product = shop.list().find((one) => one.id === id && one.enabled);
  if (product === undefined) return storeError(404, 'NOT_FOUND', `product ${id} not found`);
  return { status: 200, body: wireOf(shop, product) };
}

/** Handles `GET /categories`. */
export function answerCategories(shop: Shop): Answer {
  const items = CATEGORIES.map(({ id, orderBy, name }) => ({
    id,
    orderBy,
    name: name.en,
    nameTranslated: name,
    enabled: true,
    url: `${shop.pages}#${id}`,
    productCount: shop.list().filter((product) => product.category === id && product.enabled).length,
  }));
  return {
    status: 200,
    body: { total: items.length, count: items.length, offset: 0, limit: LIMIT_MAX, items },
  };
}

/** Handles `GET /profile`. Returns only the public fields. */
export function answerProfile(shop: Shop): Answer {
  return {
    status: 200,
    body: {
      generalInfo: { storeId: Number(shop.storeId), storeUrl: shop.pages },
      settings: { storeName: 'ira shop' },
      formatsAndUnits: { currency: 'THB', currencyPrefix: '฿', currencyPrecision: 2 },
      languages: { enabledLanguages: ['en', 'th'], defaultLanguage: 'en' },
    },
  };
}

function wholeOf(text: string | null, fallback: number): number {
  return text === null ? fallback : /^\d+$/.test(text) ? Number(text) : NaN;
}

type Wire = Record<string, unknown>;

function wireOf(shop: Shop, product: StoredProduct): Wire {
  const { id, sku, name, description, price, quantity, enabled, category } = product;
  return {
    id: Number(id),
    sku,
    price,
    enabled,
    name: name.en,
    nameTranslated: name,
    description: description.en,
    descriptionTranslated: description,
    defaultDisplayedPrice: price,
    unlimited: quantity === null,
    inStock: isInStock(product),
    ...(quantity === null ? {} : { quantity }),
    weight: 0.2,
    url: `${shop.pages}/${id}`,
    categoryIds: [category],
    defaultCategoryId: category,
    options: [],
    combinations: [],
    media: { images: [] },
  };
}

/** Applies a content fault to the JSON of a product. */
function applyFault(wire: Wire, kind: FaultKind | null): Wire {
  if (kind === 'script_in_description') {
    const description = `<script>document.title='taken over'</script><p onclick="alert(1)">Soft</p>${String(wire.description)}`;
    return { ...wire, description, descriptionTranslated: { en: description, th: description } };
  }
  if (kind === 'three_decimals') return { ...wire, price: Number(wire.price) + 0.005 };
  if (kind === 'translation_missing') {
    return { ...wire, nameTranslated: { en: wire.name }, descriptionTranslated: undefined };
  }
  if (kind === 'image_missing') {
    return { ...wire, imageUrl: 'https://images-cdn.ecwid.com/images/0/nothing-here.jpg' };
  }
  return wire;
}
