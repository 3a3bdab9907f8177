import type en from '../en/orders';
import type { Words } from '../words';

const orders = {
  refunded: 'คืนเงินแล้ว',
  skipped: 'ข้ามแล้ว',
  receipt: 'ใบเสร็จ',
  receiptOf: 'ของคำสั่งซื้อวันที่ {date}',
  delivery: 'ค่าส่ง',
  code: 'โค้ดส่วนลด',
  waived: 'ส่วนต่างที่ยกเว้นให้',
  total: 'รวม',
  vat: 'รวม VAT 7% แล้ว',
  paidBy: 'ชำระด้วย',
  card: 'บัตร',
  offline: 'พร้อมเพย์หรือโอนเงินผ่านธนาคาร',
  bank_account: 'บัญชีธนาคาร',
  nothingToPay: 'ไม่มียอดต้องชำระ',
  shipment: { preparing: 'กำลังเตรียม', packed: 'แพ็กแล้ว', shipped: 'กำลังจัดส่ง', delivered: 'ส่งถึงแล้ว' },
  pages: 'หน้า',
  newer: 'ใหม่กว่า',
  older: 'เก่ากว่า',
  page: 'หน้า {page} จาก {pages}',
} as const satisfies Words<typeof en>;

export default orders;
