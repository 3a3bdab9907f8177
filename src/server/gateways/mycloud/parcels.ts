import { z } from 'zod';
import { settings } from '@/settings/settings';
import { callFulfilment, optionalText, text, type FulfilmentAnswer } from './calls';

const PAGE = 100;
/** The maximum number of pages that a search reads. */
const PAGES_MAX = 100;

/** A parcel to send. Amounts are in satang. `sku` is the product code. */
export interface ParcelToSend {
  orderNumber: string;
  name: string;
  address: string;
  postalCode: string;
  phone: string;
  total: number;
  items: { sku: string; quantity: number; unitPrice: number }[];
}

/** The fulfilment service's report of a parcel. */
export interface ParcelReport {
  externalId: string;
  orderNumber: string;
  /** The status text of the fulfilment service, unchanged. */
  word: string;
  trackingNumber: string | null;
  /** The code and name of the parcel's delivery mode; null if unknown. */
  mode: string | null;
  /** The tracking link of the fulfilment service; null without an https link. */
  link: string | null;
}

const orderShape = z
  .object({
    attributes: z.object({
      id: text,
      order_number: text,
      status: optionalText,
      tracking_number: optionalText,
      bitly_url: optionalText,
    }),
    delivery_mode: z
      .object({ attributes: z.object({ code: optionalText, name: optionalText }) })
      .nullish()
      .catch(null),
  })
  .transform(({ attributes, delivery_mode: mode }): ParcelReport => {
    const known = [mode?.attributes.code, mode?.attributes.name].filter(Boolean);
    const link = attributes.bitly_url ?? '';
    return {
      externalId: attributes.id,
      orderNumber: attributes.order_number,
      word: attributes.status ?? '',
      trackingNumber: attributes.tracking_number?.trim() || null,
      mode: known.length === 0 ? null : known.join(' '),
      link: /^https:\/\/[^\s/]+\//.test(link) ? link : null,
    };
  });

const answerShape = z.object({ data: orderShape });
/** A list in a response: an array, or an object with the keys "0", "1"…, as PHP encodes some lists. */
const listShape = z
  .object({ data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]) })
  .transform(({ data }) => Object.values(data));

/** Whether a fulfilment service is configured. */
export function hasFulfilment(): boolean {
  return settings().MYCLOUD_API_KEY !== undefined;
}

/**
 * Creates a parcel at the fulfilment service. Never throws and never retries.
 * @param isStillWanted called directly before sending; false cancels the request
 */
export async function createParcel(
  parcel: ParcelToSend,
  isStillWanted: () => boolean = () => true,
): Promise<FulfilmentAnswer<ParcelReport>> {
  const body = {
    order_number: parcel.orderNumber,
    delivery_mode_id: settings().MYCLOUD_DELIVERY_MODE,
    name: parcel.name,
    address: parcel.address,
    postcode: parcel.postalCode,
    phone_number: parcel.phone,
    status: 'APPROVED',
    total_price: parcel.total / 100,
    order_items: parcel.items.map(({ sku, quantity, unitPrice }) => ({
      product_sku: sku,
      quantity,
      price: unitPrice / 100,
    })),
  };
  return callFulfilment(
    answerShape.transform(({ data }) => data),
    'POST',
    '/orders',
    { body, isStillWanted },
  );
}

/** Reads a parcel by the fulfilment service's id of the parcel. Never throws. */
export function fetchParcel(externalId: string): Promise<FulfilmentAnswer<ParcelReport>> {
  const path = `/orders/${encodeURIComponent(externalId)}`;
  return callFulfilment(
    answerShape.transform(({ data }) => data),
    'GET',
    path,
  );
}

/**
 * Returns the parcels of an order. Reads the whole list of parcels, because the service has no search. Returns
 * `unavailable` also if the list is too long: the caller must then notify an operator. Never throws.
 */
export async function findParcels(orderNumber: string): Promise<FulfilmentAnswer<ParcelReport[]>> {
  const found = new Map<string, ParcelReport>();
  for (let page = 0; page < PAGES_MAX; page++) {
    const rows = await callFulfilment(listShape, 'GET', `/orders?offset=${page * PAGE}&count=${PAGE}`);
    if (rows.kind !== 'ok') return rows;
    for (const row of rows.value) {
      const parcel = orderShape.safeParse(row).data;
      if (parcel?.orderNumber === orderNumber) found.set(parcel.externalId, parcel);
    }
    // A missing parcel is certain only after every page has been read.
    if (found.size > 0 || rows.value.length < PAGE) return { kind: 'ok', value: [...found.values()] };
  }
  return { kind: 'unavailable', maybeDone: false, why: 'LIST_TOO_LONG' };
}
