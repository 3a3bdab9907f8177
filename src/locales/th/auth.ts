import type en from '../en/auth';
import type { Words } from '../words';

const auth = {
  title: 'เข้าสู่ระบบ',
  heading: 'ยินดีต้อนรับกลับมา',
  email: 'อีเมล',
  password: 'รหัสผ่าน',
  show: 'แสดงรหัสผ่าน',
  hide: 'ซ่อนรหัสผ่าน',
  submit: 'เข้าสู่ระบบ',
  submitting: 'กำลังเข้าสู่ระบบ',
  newHere: 'เพิ่งมาครั้งแรกใช่ไหม',
  register: 'จัดกล่องของคุณ',
  next: 'กรุณาเข้าสู่ระบบก่อน',
  loggedOut: 'คุณออกจากระบบแล้ว',
  summaryTitle: 'กรุณาตรวจสอบรายการต่อไปนี้',
  errorPrefix: 'ข้อผิดพลาด: {title}',
} as const satisfies Words<typeof en>;

export default auth;
