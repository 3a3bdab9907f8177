import type en from '../en/desk-subscribers';
import type { Words } from '../words';

const deskSubscribers = {
  search: {
    label: 'ค้นหาสมาชิก',
    hint: 'ชื่อ อีเมล เบอร์โทร เลข 4 ตัวท้ายของบัตร เลขพัสดุ รหัสอ้างอิงการชำระเงิน รหัสบัญชี หรือรหัสคำสั่งซื้อ',
    submit: 'ค้นหา',
    tooShort: 'พิมพ์อย่างน้อย {min} ตัวอักษร',
    invalid: 'ค้นหาข้อความนี้ไม่ได้ กรุณาลบอักขระพิเศษออก',
    none: 'ไม่พบสมาชิก',
    noneText: 'ลองตรวจตัวสะกด หรือค้นด้วยอย่างอื่น เช่น เบอร์โทร',
    results: 'สมาชิกที่พบ',
    more: 'แสดงเฉพาะ {max} รายการแรก พิมพ์ชื่อให้ยาวขึ้น หรือค้นด้วยอีเมลหรือเบอร์โทร',
    foundBy: {
      account: 'รหัสบัญชี',
      order: 'รหัสคำสั่งซื้อ',
      email: 'อีเมล',
      parcel: 'เลขพัสดุ',
      link: 'รหัสอ้างอิงการชำระเงิน',
      card: 'บัตร',
      text: 'ชื่อ อีเมล หรือเบอร์โทร',
    },
    by: 'พบจาก{what}',
  },
  deleted: 'บัญชีที่ลบแล้ว',
  state: {
    none: 'ยังไม่เป็นสมาชิก',
    awaiting_payment: 'รอชำระเงินครั้งแรก',
    active: 'เป็นสมาชิกอยู่',
    paused: 'พักชั่วคราว',
    inactive: 'หยุดใช้งานเพราะชำระเงินไม่สำเร็จ',
    cancelled: 'ยกเลิกสมาชิกแล้ว',
  },
} as const satisfies Words<typeof en>;

export default deskSubscribers;
