import type en from '../en/desk-messages';
import type { Words } from '../words';

const deskMessages = {
  heading: 'ข้อความ',
  lead: 'ข้อความที่สมาชิกได้รับทางอีเมลและ LINE ข้อมูลในตัวอย่างเป็นข้อมูลสมมติ',
  quota: 'LINE เดือนนี้ ใช้ไปแล้ว {used} จาก {limit} ข้อความ',
  quotaNone: 'LINE เดือนนี้ ใช้ไปแล้ว {used} ข้อความ ไม่จำกัดจำนวน',
  quotaRead: 'อ่านเมื่อ {moment} การตอบข้อความที่ลูกค้าพิมพ์มาไม่นับรวม',
  quotaNear: 'ข้อความที่ปิดรับได้จะส่งทางอีเมลจนถึงเดือนหน้า',
  failure: {
    refused: 'เซิร์ฟเวอร์อีเมลปลายทางไม่รับที่อยู่นี้',
    bounce: 'อีเมลถูกตีกลับ',
    complaint: 'ถูกแจ้งว่าเป็นสแปม',
  },
  kinds: 'ข้อความทั้งหมด',
  optional: 'ปิดรับได้',
  mailOnly: 'อีเมลเท่านั้น',
  back: 'ข้อความทั้งหมด',
  example: 'ตัวอย่างที่ {number}',
  subject: 'หัวเรื่อง',
  line: 'ในรายการแชท LINE',
} satisfies Words<typeof en>;

export default deskMessages;
