import type en from '../en/cancel-reasons';
import type { Words } from '../words';

/** Reasons of a cancellation, as pages and API callers see them. */
const cancelReasons = {
  alternativeBrand: 'เปลี่ยนไปใช้ยี่ห้ออื่น',
  alternativeProduct: 'เปลี่ยนไปใช้ผลิตภัณฑ์แบบอื่น',
  buyWhenNeed: 'อยากซื้อเองเวลาที่ต้องใช้',
  leavingCountry: 'กำลังจะย้ายไปต่างประเทศ',
  menopause: 'หมดประจำเดือนแล้ว',
  other: 'เหตุผลอื่น',
  pregnant: 'กำลังตั้งครรภ์',
  theProductWasntGoodEnough: 'ผลิตภัณฑ์ยังไม่ดีพอสำหรับฉัน',
} as const satisfies Words<typeof en>;

export default cancelReasons;
