import type en from '../en/order';
import type { Words } from '../words';

const order = {
  title: 'คำสั่งซื้อ {date}',
  back: 'คำสั่งซื้อทั้งหมด',
  see: 'ดูคำสั่งซื้อ',
  seeOf: 'ของวันที่ {date}',
  parcel: 'กล่องอยู่ที่ไหน',
  contents: 'ในกล่อง',
  free: 'สินค้าฟรี',
  payment: 'การชำระเงิน',
  refundedOf: 'คืนเงินให้คุณแล้ว {refunded} จาก {total}',
  returned: 'มีเงินเข้ามา {returned} ที่เรารับไว้สำหรับรอบนี้ไม่ได้ ยอดนี้จะคืนให้คุณ',
  number: 'เลขที่คำสั่งซื้อ',
  points: 'แต้มที่ได้',
  steps: {
    preparing: 'กำลังเตรียม',
    packed: 'แพ็กแล้ว',
    shipped: 'กำลังจัดส่ง',
    delivered: 'ส่งถึงแล้ว',
  },
  paidOn: 'ชำระเมื่อวันที่ {date}',
  on: 'วันที่ {date}',
  by: 'ถึงภายในวันที่ {date}',
  done: 'เรียบร้อย',
  courier: 'ขนส่ง',
  trackingNumber: 'เลขพัสดุ',
  follow: 'ติดตามที่ {courier}',
  followAnywhere: 'ติดตามพัสดุ',
  noNumber: 'ขนส่งยังไม่ได้ออกเลขพัสดุ ได้เลขเมื่อไรจะแสดงที่นี่ทันที',
  stopped: 'เราคืนเงินกล่องนี้ก่อนแพ็ก จึงไม่ได้จัดส่ง',
  lookedAfter: 'พัสดุนี้ติดขัดเล็กน้อย เรากำลังดูแลให้ คุณไม่ต้องทำอะไร',
  notTaken: 'ยังเปลี่ยนที่อยู่จัดส่งได้',
  changeAddress: 'เปลี่ยนที่อยู่',
  notYet: 'เราจะเริ่มเตรียมเมื่อชำระเงินแล้ว',
  skipped: 'คุณข้ามรอบนี้ไว้ จึงไม่มีการตัดเงินและไม่มีการส่งกล่อง',
  notSent: 'รอบนี้ไม่มีการตัดเงิน และไม่มีการส่งกล่อง',
  notKept: 'รอบนี้ไม่มียอดที่ชำระแล้ว และไม่มีการส่งกล่อง',
} as const satisfies Words<typeof en>;

export default order;
