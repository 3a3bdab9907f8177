import type { FaultKind } from '../faults';
import { bangkokTime } from '../pages';
import { DELIVERY_MODES, stepOf, type ParcelRecord, type Warehouse } from './warehouse';

const keyed = (list: unknown[]) => Object.fromEntries(list.map((one, n) => [String(n), one]));

/**
 * Returns an order's items in MyCloud's format: an object with the keys "0", "1", …. A fault changes it to a
 * list.
 */
export function itemsWire({ items }: ParcelRecord, kind: FaultKind | null): unknown {
  const list = items.map(({ sku, quantity, price }) => ({
    attributes: { quantity, price },
    product: { sku },
  }));
  return kind === 'items_as_array' ? list : keyed(list);
}

/** Returns an order with its current status. @param kind the fault of its content, or null */
export function orderWire(
  warehouse: Warehouse,
  parcel: ParcelRecord,
  kind: FaultKind | null,
  stale: boolean,
) {
  const at = stepOf(parcel, warehouse.clock.ms(), kind === 'status_backwards' || stale ? 1 : 0);
  const word = kind === 'status_unknown_word' ? 'AT_SORTING_HUB' : (parcel.steps[at]?.word ?? 'UNKNOWN');
  const isSent = word === 'SHIPPED' || word === 'DELIVERED';
  const number = warehouse.trackingNumberOf(
    kind === 'tracking_changed' ? { ...parcel, number: parcel.number + 1_000_000 } : parcel,
  );
  const tracking = isSent && kind !== 'tracking_late' ? number : null;
  const { deliveryModeId } = parcel;
  return {
    attributes: {
      id: parcel.number,
      mc_number: parcel.mcNumber,
      order_number: parcel.orderNumber,
      status: word,
      tracking_number: tracking,
      bitly_url: tracking === null ? null : `${warehouse.pages}/track/${tracking}`,
      delivery_mode_id: deliveryModeId,
      name: parcel.name,
      address: parcel.address,
      postcode: parcel.postcode,
      phone_number: parcel.phone,
      total_price: parcel.totalPrice,
      create_date: bangkokTime(parcel.createdAt),
      delivery_date: null,
      urgent: false,
      can_pick: true,
    },
    delivery_mode: { attributes: { id: deliveryModeId, ...DELIVERY_MODES[deliveryModeId] } },
    order_items: itemsWire(parcel, kind),
    raw_delivery_status: null,
    raw_delivery_status_name: null,
  };
}
