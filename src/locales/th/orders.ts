import type en from '../en/orders';
import type { Words } from '../words';

const orders = {
  title: 'คำสั่งซื้อที่ผ่านมา',
  lead: 'ทุกกล่องที่เราส่งให้คุณ เรียงจากล่าสุด',
  emptyTitle: 'ยังไม่มีคำสั่งซื้อ',
  emptyText: 'กล่องแรกของคุณจะแสดงที่นี่เมื่อถึงวันชำระเงิน',
  toAccount: 'กลับไปที่บัญชีของฉัน',
  receiveBy: 'ถึงภายใน',
  amount: 'ยอดเงิน',
  refunded: 'คืนเงินแล้ว {amount}',
  points: 'แต้ม',
  freeProduct: 'สินค้าฟรี: {product}',
  skipped: 'ข้ามรอบ',
  shipment: { preparing: 'กำลังเตรียม', packed: 'แพ็กแล้ว', shipped: 'กำลังจัดส่ง', delivered: 'ส่งถึงแล้ว' },
  parcel: 'พัสดุ',
  track: 'ติดตามพัสดุ',
  pages: 'หน้า',
  newer: 'ใหม่กว่า',
  older: 'เก่ากว่า',
  page: 'หน้า {page} จาก {pages}',
} as const satisfies Words<typeof en>;

export default orders;
