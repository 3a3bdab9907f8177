import { createRecorder, type Target } from './calls';
import type { Response } from './shapes';

export interface FulfilmentTarget extends Target {
  apiKey: string;
  secretKey: string;
  deliveryMode: number;
  /** The product code of a product in the warehouse. */
  sku: string;
}

/** Creates and reads a parcel in a test account: the calls of `src/server/gateways/mycloud`. The parcel stays there. */
export async function callFulfilment(target: FulfilmentTarget): Promise<Response[]> {
  const recorder = createRecorder(target);
  const post = (step: string, path: string, json: unknown, headers = {}) =>
    recorder.call(step, { method: 'POST', path, headers, json });
  const keys = { apikey: target.apiKey, secretkey: target.secretKey };
  const got = await post('token', '/gettoken', keys);
  await post('token with a wrong key', '/gettoken', { ...keys, secretkey: 'wrong' });
  const { token } = (got.data ?? got) as { token?: unknown };
  const headers = { authorization: `Bearer ${String(token)}` };
  const parcel = parcelOf(target, `conformance-${Date.now()}`);
  const made = await post('create a parcel', '/orders', parcel, headers);
  await post('create a parcel of the same order', '/orders', parcel, headers);
  const { attributes } = (made.data ?? {}) as { attributes?: { id?: unknown } };
  const read = (step: string, path: string, by = headers) =>
    recorder.call(step, { method: 'GET', path, headers: by });
  await read('read a parcel', `/orders/${String(attributes?.id)}`);
  await read('list parcels', '/orders?offset=0&count=1');
  await read('read an unknown parcel', '/orders/999999999');
  await read('read with a wrong token', '/orders?offset=0&count=1', { authorization: 'Bearer wrong' });
  return recorder.responses;
}

const parcelOf = ({ deliveryMode, sku }: FulfilmentTarget, orderNumber: string) => ({
  order_number: orderNumber,
  delivery_mode_id: deliveryMode,
  status: 'APPROVED',
  total_price: 20,
  name: 'Conformance Test',
  address: '1 Soi 2 Sukhumvit Road',
  postcode: '10110',
  phone_number: '0812345678',
  order_items: [{ product_sku: sku, quantity: 1, price: 20 }],
});
