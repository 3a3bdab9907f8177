import type en from '../en/cancel-reasons';
import type { Words } from '../words';

/** The reasons of a cancellation, as pages and API responses show them. */
const cancelReasons = {
  alternativeBrand: 'เปลี่ยนไปใช้ยี่ห้ออื่นแล้ว',
  alternativeProduct: 'ใช้อย่างอื่นแทน เช่น ถ้วยอนามัย',
  buyWhenNeed: 'อยากซื้อเองเวลาที่ต้องใช้',
  leavingCountry: 'กำลังจะย้ายไปต่างประเทศ',
  menopause: 'หมดประจำเดือนแล้ว',
  other: 'เหตุผลอื่น',
  pregnant: 'กำลังตั้งครรภ์',
  theProductWasntGoodEnough: 'สินค้ายังไม่ดีพอ',
} as const satisfies Words<typeof en>;

export default cancelReasons;
