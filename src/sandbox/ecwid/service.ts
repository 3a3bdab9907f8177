import { html, page } from '../pages';
import { answerCall, type Answer, type ProviderContext } from '../provider';
import { nothingHere, ok, refuse } from '../respond';
import { findRoute } from '../routing';
import { answerCategories, answerProduct, answerProducts, answerProfile, storeError } from './answers';
import type { Shop } from './shop';
import type { FaultKind } from '../faults';

export interface ShopService {
  shop: Shop;
  context: ProviderContext;
}

const API = '/ecwid/api/v3/';
const RETRY_AFTER_SECONDS = '5';

interface StoreCall {
  shop: Shop;
  query: URLSearchParams;
  params: Record<string, string>;
  fault: FaultKind | null;
}

const ROUTES: { method: string; path: string; run: (call: StoreCall) => Answer }[] = [
  { method: 'GET', path: '/products', run: ({ shop, query, fault }) => answerProducts(shop, query, fault) },
  { method: 'GET', path: '/products/{id}', run: ({ shop, params }) => answerProduct(shop, params.id ?? '') },
  { method: 'GET', path: '/categories', run: ({ shop }) => answerCategories(shop) },
  { method: 'GET', path: '/profile', run: ({ shop }) => answerProfile(shop) },
];

const errorBody = (code: string, message: string) => ({
  errorCode: code.toUpperCase(),
  errorMessage: message,
});

async function callApi({ shop, context }: ShopService, request: Request, url: URL): Promise<Response> {
  const [storeId = '', ...rest] = url.pathname.slice(API.length).split('/');
  const path = `/${rest.join('/')}`;
  const found = findRoute(ROUTES, request.method, path);
  const op = `${request.method} ${found?.route.path ?? path}`;
  const params = found?.params ?? {};
  const call = { service: 'ecwid', op, request, url, body: {}, params, errorBody };
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const token = bearer ?? url.searchParams.get('token');
  const answer = await answerCall(call, context, ({ fault }) => {
    if (storeId !== shop.storeId) return storeError(404, 'STORE_NOT_FOUND', `no store ${storeId}`);
    if (token !== shop.publicToken) return storeError(403, 'INVALID_TOKEN', 'the token is missing or wrong');
    if (found === null) return storeError(404, 'NOT_FOUND', `nothing at ${path}`);
    return found.route.run({ shop, query: url.searchParams, params, fault: fault?.kind ?? null });
  });
  if (answer.status === 429) answer.headers.set('retry-after', RETRY_AFTER_SECONDS);
  return answer;
}

/** Returns the shop page that the button "buy once" opens. The page sells nothing. */
function shopPage(shop: Shop, id: string | undefined): Response {
  const sold = shop.list().filter((product) => product.enabled && (id === undefined || product.id === id));
  return page(
    'Shop',
    html`<p class="card">
        The shop of store ${shop.storeId}. Here somebody would buy once, without a subscription.
      </p>
      ${sold.map(
        ({ id: number, name, price, quantity }) =>
          html`<div class="card">
            <h2>${name.en}</h2>
            <p lang="th">${name.th}</p>
            <p>฿${price.toFixed(2)} · ${quantity === 0 ? 'sold out' : 'in stock'} · product ${number}</p>
          </div>`,
      )}`,
    { status: sold.length === 0 ? 404 : 200 },
  );
}

/** Handles requests to `/ecwid/api/v3/…` and to the pages of the shop. */
export async function answerShop(service: ShopService, request: Request, url: URL): Promise<Response> {
  if (url.pathname.startsWith(API)) return callApi(service, request, url);
  const [, , first, id] = url.pathname.split('/');
  if (first === 'shop' && request.method === 'GET') return shopPage(service.shop, id);
  return nothingHere(url.pathname);
}

/** Handles requests to `/_control/ecwid/…`. Returns null for an unknown path. */
export function answerShopControl(
  { shop }: ShopService,
  op: string,
  body: Record<string, unknown> | null,
): Response | null {
  if (op === 'GET /ecwid/products') return ok(shop.list());
  const id = /^POST \/ecwid\/products\/([\w-]+)$/.exec(op)?.[1];
  if (id === undefined) return null;
  if (body === null) return refuse(400, 'INVALID', 'the body must be a JSON object');
  try {
    const product = shop.change(id, body);
    return product === null ? nothingHere(`/ecwid/products/${id}`) : ok(product);
  } catch (error) {
    if (error instanceof TypeError) return refuse(400, 'INVALID', error.message);
    throw error;
  }
}
