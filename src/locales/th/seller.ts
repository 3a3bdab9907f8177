import type en from '../en/seller';
import type { Words } from '../words';

const seller = {
  next: 'หลังชำระเงิน',
  receipt: 'เราส่งการยืนยันพร้อมใบเสร็จให้คุณ',
  arrives: 'กล่องถึงภายใน 5 วันหลังชำระเงิน',
  remind: 'เราแจ้งเตือน 5 วันก่อนชำระเงินรอบถัดไป',
  title: 'ผู้ขาย',
  registration: 'เลขทะเบียน {number}',
  gateway: 'รับชำระเงินผ่าน Omise',
  returns: 'การคืนสินค้า',
  returnsText: 'แพ็กที่ยังไม่เปิดคืนได้ภายใน 7 วันหลังรับของ',
  returnsMore: 'อ่านเรื่องการคืนสินค้าและคืนเงิน (เปิดแท็บใหม่)',
  factsTitle: 'ข้อมูลน่ารู้ก่อนสั่งซื้อ',
  facts: {
    certificate: 'การรับรอง',
    materials: 'วัสดุ',
    origin: 'แหล่งผลิต',
    returns: 'การคืนสินค้า',
    guarantee: 'การรับประกันกล่องแรก',
    reviews: 'รีวิว',
  },
  more: 'อ่านเพิ่มเติม',
  moreOf: 'อ่านเพิ่มเติม: {fact}',
} as const satisfies Words<typeof en>;

export default seller;
