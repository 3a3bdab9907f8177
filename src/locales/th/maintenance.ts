import type en from '../en/maintenance';
import type { Words } from '../words';

const maintenance = {
  title: 'กำลังปรับปรุงระบบ',
  heading: 'เว็บไซต์ปิดปรับปรุงชั่วคราว',
  text: 'เรากำลังซ่อมบำรุงระบบและจะกลับมาในอีกไม่นาน กล่อง รอบส่ง และการชำระเงินของคุณยังอยู่ครบ ของยังส่งตามกำหนด และไม่มีการตัดเงินซ้ำ',
  comesBack: 'ไม่ต้องทำอะไรเลย หน้านี้จะเปิดเองทันทีที่เรากลับมา',
  back: 'เรากลับมาแล้ว รอสักครู่…',
  tryAgain: 'ลองเปิดเลย',
  contact: 'มีเรื่องด่วน? ติดต่อเรา: {email}',
  refusal: 'เว็บไซต์ปิดปรับปรุงชั่วคราว กรุณาลองใหม่ในอีกไม่กี่นาที',
} as const satisfies Words<typeof en>;

export default maintenance;
