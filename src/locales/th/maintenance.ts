import type en from '../en/maintenance';
import type { Words } from '../words';

const maintenance = {
  title: 'ปิดปรับปรุงระบบ',
  heading: 'เว็บไซต์ปิดปรับปรุงชั่วคราว',
  text: 'เราจะกลับมาในอีกไม่นาน กล่องยังจัดส่งตามกำหนด และจะไม่มีการตัดเงินซ้ำ',
  comesBack: 'คุณไม่ต้องทำอะไร เมื่อระบบพร้อม หน้านี้จะเปิดโดยอัตโนมัติ',
  back: 'ระบบพร้อมใช้งานแล้ว รอสักครู่…',
  tryAgain: 'ลองใหม่',
  contact: 'มีเรื่องด่วนใช่ไหม ส่งอีเมลถึงเรา: {email}',
  refusal: 'เว็บไซต์ปิดปรับปรุงชั่วคราว กรุณาลองใหม่ในอีกไม่กี่นาที',
} as const satisfies Words<typeof en>;

export default maintenance;
