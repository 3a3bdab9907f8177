import { parseForm } from '../omise/form-body';
import type { ParcelItem } from './warehouse';

type Body = Record<string, unknown>;

/** Parses a body: JSON, a form, or a multipart form with fields such as `order_items[0][product_sku]`. */
export async function readBody(request: Request): Promise<Body> {
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('multipart/form-data')) {
    const form = await request.formData();
    const pairs = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
    return parseForm(new URLSearchParams(pairs).toString());
  }
  const text = await request.text();
  if (type.includes('x-www-form-urlencoded')) return parseForm(text);
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const REQUIRED = ['delivery_mode_id', 'name', 'address', 'postcode', 'phone_number', 'order_number'];

/** Returns the order in a body and a list of all errors. */
export function readOrder(body: Body) {
  const wrong = REQUIRED.filter((field) => textOf(body[field]) === '').map((field) => `${field} is required`);
  const list = Object.values((body.order_items ?? {}) as Record<string, Body>);
  if (list.length === 0) wrong.push('order_items is required');
  const items = list.map((item): ParcelItem => {
    const { product_sku: sku, shop_sku: shopSku, quantity, price } = item;
    if (!(Number(quantity) >= 1)) wrong.push('quantity must be at least 1');
    return { sku: textOf(sku ?? shopSku), quantity: Number(quantity), price: Number(price ?? 0) };
  });
  const order = {
    orderNumber: textOf(body.order_number),
    name: textOf(body.name),
    address: textOf(body.address),
    postcode: textOf(body.postcode),
    phone: textOf(body.phone_number),
    totalPrice: Number(body.total_price ?? 0),
    deliveryModeId: Number(body.delivery_mode_id),
    items,
  };
  return { order, wrong };
}
