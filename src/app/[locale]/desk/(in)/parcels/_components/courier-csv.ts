import { orderNumberText } from '@/domain/order';
import type { Parcel } from './parcel';

/** A cell that begins so is a formula for a spreadsheet. Names and addresses come from subscribers. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Returns the file of parcels for a courier, as CSV that spreadsheets read as UTF-8. Parcels without an address are left out. */
export function courierCsv(
  head: string,
  parcels: readonly Parcel[],
  names: Readonly<Record<string, string>>,
): string {
  const rows = parcels.flatMap(({ to, orderNumber, items }) => {
    if (!to) return [];
    const packs = items.map(({ sku, quantity }) => `${quantity} ${names[sku] ?? sku}`).join(' + ');
    return [
      [orderNumberText(orderNumber), to.name, to.phone, to.address, to.postalCode, packs].map(cell).join(','),
    ];
  });
  return `\uFEFF${[head, ...rows].join('\r\n')}\r\n`;
}
