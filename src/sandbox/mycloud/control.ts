import { ok, refuse } from '../respond';
import { noticeOf, type FulfilmentService } from './open';
import { stepOf, type ParcelRecord, type Warehouse } from './warehouse';

type Body = Record<string, unknown> | null;

/** Returns a parcel in the format of the control API. */
function stateOf(warehouse: Warehouse, parcel: ParcelRecord) {
  const { id, mcNumber, orderNumber, name, address, postcode, phone, totalPrice, items, steps } = parcel;
  return {
    id,
    mcNumber,
    orderNumber,
    name,
    address,
    postcode,
    phone,
    totalPrice,
    items,
    status: steps[stepOf(parcel, warehouse.clock.ms())]?.word,
    trackingNumber: warehouse.trackingNumberOf(parcel),
    createdAt: new Date(parcel.createdAt).toISOString(),
    steps: steps.map(({ word, at }) => ({ word, at: new Date(at).toISOString() })),
  };
}

async function actOnParcel(service: FulfilmentService, key: string, body: Body): Promise<Response | null> {
  const { warehouse } = service;
  const parcel = warehouse.find(key);
  if (parcel === undefined) return null;
  if (body?.action === 'lose') {
    warehouse.parcels.remove(parcel.id);
    return ok({});
  }
  if (body?.action === 'stop') {
    const made = stepOf(parcel, warehouse.clock.ms()) + 1;
    const stopped = { ...parcel, steps: parcel.steps.slice(0, made), told: made };
    warehouse.parcels.put(stopped);
    return ok(stateOf(warehouse, stopped));
  }
  const word = typeof body?.status === 'string' ? body.status : '';
  const moved = await service.moveTo(parcel, word);
  return moved ? ok(stateOf(warehouse, moved)) : refuse(400, 'INVALID', 'status must be a word of its life');
}

function setStock({ warehouse }: FulfilmentService, body: Body): Response {
  for (const [sku, left] of Object.entries(body ?? {})) {
    if (warehouse.stockOf(sku) === null || typeof left !== 'number')
      return refuse(400, 'INVALID', `${sku} must be a known SKU and a number`);
    warehouse.stock.put({ id: sku, left });
  }
  return ok({});
}

/** Sends a webhook with any status of any order, also a false one. Simulates a sender who knows the webhook URL. */
async function sendWebhook(service: FulfilmentService, body: Body): Promise<Response> {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const named = service.warehouse.find(text(body?.order_number));
  const word = text(body?.status);
  const notice = named
    ? noticeOf(named, word)
    : { id: `forged:${word}`, key: word, mcNumber: 'MC0000000000', orderNumber: text(body?.order_number) };
  await service.webhooks.sendNow([notice], 'webhook');
  return ok({});
}

/** Handles requests to `/_control/mycloud/…`. Returns null for an unknown path. */
export async function answerFulfilmentControl(
  service: FulfilmentService,
  op: string,
  body: Body,
): Promise<Response | null> {
  const { warehouse } = service;
  if (op === 'GET /mycloud/parcels')
    return ok([...warehouse.parcels.values()].map((parcel) => stateOf(warehouse, parcel)));
  if (op === 'POST /mycloud/stock') return setStock(service, body);
  if (op === 'POST /mycloud/webhooks') return sendWebhook(service, body);
  const key = /^POST \/mycloud\/parcels\/([\w-]+)$/.exec(op)?.[1];
  return key === undefined ? null : actOnParcel(service, key, body);
}
