import type en from '../en/secret-link';
import type { Words } from '../words';

const secretLink = {
  logIn: 'เข้าสู่ระบบ',
  missing: {
    title: 'ไม่พบลิงก์นี้',
    text: 'ลิงก์อาจไม่ครบหรือเก่าเกินไป กรุณาเปิดจากข้อความของเราอีกครั้ง หรือเข้าสู่ระบบเพื่อดูรอบของคุณ',
  },
  qr: {
    alt: 'คิวอาร์โค้ดพร้อมเพย์ ยอด {amount}',
    how: 'สแกนด้วยแอปธนาคารใดก็ได้ หากใช้มือถือเครื่องนี้ บันทึกรูปก่อน แล้วเปิดรูปในแอปธนาคาร',
    until: 'คิวอาร์โค้ดนี้ใช้ได้ภายใน {until}',
    save: 'บันทึกรูป QR',
    saved: 'บันทึกรูปแล้ว เปิดแอปธนาคาร แล้วเลือกสแกนจากรูป',
    saveFailed: 'บันทึกรูปไม่สำเร็จ กรุณาจับภาพหน้าจอแทน',
  },
  paid: {
    text: 'เราได้รับเงิน {amount} เมื่อ {date} และกำลังส่งใบเสร็จให้คุณ',
    arrives: 'กล่องจะถึงภายใน {date}',
  },
} as const satisfies Words<typeof en>;

export default secretLink;
