import type en from '../en/desk-money';
import type { Words } from '../words';

const deskMoney = {
  heading: 'การเงิน',
  waiting: 'รอคุณจัดการ',
  statement: 'นำเข้ารายการเดินบัญชี',
  statementText: 'ไฟล์ CSV จากธนาคารที่มีหัวตาราง นำเข้าเป็นวันเต็ม แต่ละรายการบันทึกครั้งเดียว แม้นำเข้าซ้ำ',
  drop: 'วางไฟล์ที่นี่ หรือเลือกไฟล์',
  choose: 'เลือกไฟล์',
  importing: 'กำลังอ่านรายการ…',
  unreadableFile: 'อ่านไฟล์นี้ไม่ได้ กรุณาส่งออกเป็น CSV',
  tooLarge: 'ไฟล์ใหญ่เกินไป กรุณาส่งออกทีละไม่กี่วัน',
  result: 'ผลการนำเข้า',
  matched: 'บันทึกแล้ว คำสั่งซื้อชำระเรียบร้อย',
  toSendBack: 'บันทึกแล้ว ต้องโอนคืนเอง',
  mismatched: 'ไม่บันทึก: ยอดหรือวันไม่ตรง',
  unknown: 'ไม่บันทึก: ไม่มีคำสั่งซื้อที่ใช้เลขอ้างอิงนี้',
  doubtful: 'ไม่บันทึก: อาจบันทึกไปแล้ว',
  alreadyBooked: 'บันทึกไว้ก่อนแล้ว',
  others: 'รายการที่ไม่ใช่เงินเข้า',
  unreadable: 'บรรทัดที่อ่านไม่ได้',
  line: 'บรรทัดที่ {row}',
  due: 'ค้างชำระ {amount}',
  byHand: 'บันทึกการโอนที่เห็นในบัญชี',
  byHandText: 'สำหรับการโอนที่เห็นในบัญชี แต่ยังไม่อยู่ในรายการเดินบัญชี',
  amount: 'ยอดเงิน (บาท)',
  paidOn: 'วันที่โอน',
  book: 'บันทึกการโอน',
  books: 'สำหรับบัญชี',
  booksText: 'ใบเสร็จ ใบกำกับภาษี และใบลดหนี้ทั้งหมดของเดือน พร้อม VAT แต่ละการขายนับครั้งเดียว ในเดือนของใบเสร็จ',
  month: 'เดือน',
  sum: '{count} ฉบับ รวม {amount} มี VAT {vat}',
  missing: 'เลขที่หายไป: {numbers}',
  noneMissing: 'ไม่มีเลขที่ขาดหาย',
  kind: { receipt: 'ใบเสร็จรับเงิน', tax_invoice: 'ใบกำกับภาษี', credit_note: 'ใบลดหนี้', debit_note: 'ใบเพิ่มหนี้' },
} as const satisfies Words<typeof en>;

export default deskMoney;
