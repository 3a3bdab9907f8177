import type en from '../en/desk-log';
import type { Words } from '../words';

const deskLog = {
  lead: 'สิ่งที่คนในทีมทำ ล่าสุดอยู่บน ไม่มีใครแก้หรือลบได้',
  empty: 'ยังไม่มีรายการ',
  final: 'เลิกทำไม่ได้',
  member: 'ใคร',
  everybody: 'ทุกคน',
  noun: 'เรื่อง',
  everything: 'ทุกเรื่อง',
  nouns: {
    money: 'การเงิน',
    subscribers: 'สมาชิก',
    parcels: 'พัสดุ',
    catalogue: 'สินค้าและราคา',
    shop: 'ร้าน',
    team: 'ทีม',
  },
  day: 'วันที่',
  export: 'บันทึกเป็น CSV',
  columns: {
    at: 'เวลา (UTC)',
    by: 'ใคร',
    what: 'ทำอะไร',
    amount: 'บาท',
    points: 'แต้ม',
    order: 'คำสั่งซื้อ',
    subscriber: 'สมาชิก',
    member: 'เพื่อนร่วมทีม',
    reason: 'เหตุผล',
  },
} as const satisfies Words<typeof en>;

export default deskLog;
