import { parseDay } from '@/domain/day';
import type { MailedItem } from './facts';
import type { Place } from '@/locales/format';

/** The id of the sample order in all previews. */
export const PREVIEW_ORDER = 'ord_7k3m9q2c5t8w4x6z1n0p7r5d';
export const PREVIEW_OF_ORDER = { firstName: 'Mali', orderId: PREVIEW_ORDER, orderNumber: 10_243 };
export const PREVIEW_ACCOUNT_URL = 'http://localhost:3000/account';
export const PREVIEW_FIX_URL = 'http://localhost:3000/fix/Zt5mQ0bYh3xV9cK1rW7nE4uJ2aL6sD8p';
export const PREVIEW_REWARDS_URL = 'http://localhost:3000/account/rewards';
export const PREVIEW_DAY = parseDay('2026-11-20');
export const PREVIEW_NEXT_DAY = parseDay('2026-12-31');

export const PREVIEW_ITEMS: MailedItem[] = [
  {
    name: { en: 'Day pads', th: 'ผ้าอนามัยกลางวัน' },
    quantity: 2,
    unitPrice: 11175,
    linePrice: 22350,
    pack: { pieces: 10, lengthMm: 245 },
  },
  {
    name: { en: 'Light day pads', th: 'ผ้าอนามัยกลางวันแบบบาง' },
    quantity: 1,
    unitPrice: 10425,
    linePrice: 10425,
    pack: { pieces: 10, lengthMm: 220 },
  },
  {
    name: { en: 'Panty liners', th: 'แผ่นอนามัย' },
    quantity: 1,
    unitPrice: 8925,
    linePrice: 8925,
    pack: { pieces: 16, lengthMm: 150 },
  },
];
export const PREVIEW_PLACE: Place = {
  address: '12 Soi Sukhumvit 71',
  subdistrict: 'Khlong Tan',
  district: 'Khlong Toei',
  province: 'Bangkok',
  postalCode: '10110',
};
export const PREVIEW_NOT_ME_URL = 'http://localhost:3000/not-me#preview';
export const PREVIEW_UNSUBSCRIBE_URL = 'http://localhost:3000/unsubscribe#preview';
