import { orderNumberText } from '@/domain/order';
import { csvText } from '@/domain/csv';
import type { Parcel } from './parcel';

/** Returns the file of parcels for a courier, as CSV that spreadsheets read as UTF-8. Parcels without an address are left out. */
export function courierCsv(
  head: string,
  parcels: readonly Parcel[],
  names: Readonly<Record<string, string>>,
): string {
  const rows = parcels.flatMap(({ to, orderNumber, items }) => {
    if (!to) return [];
    const packs = items.map(({ sku, quantity }) => `${quantity} ${names[sku] ?? sku}`).join(' + ');
    return [[orderNumberText(orderNumber), to.name, to.phone, to.address, to.postalCode, packs]];
  });
  return csvText([head.split(','), ...rows]);
}
