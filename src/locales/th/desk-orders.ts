import type en from '../en/desk-orders';
import type { Words } from '../words';

const deskOrders = {
  contents: 'ของในกล่อง',
  free: 'ฟรี: {name}',
  delivery: 'ค่าส่ง',
  code: 'โค้ดส่วนลด',
  waived: 'ส่วนต่างที่ยกเว้นให้',
  total: 'รวม',
  refunded: 'คืนเงินแล้ว',
  left: 'คงเหลือ',
  discount: 'รวมส่วนลดสมาชิก {amount} แล้ว',
  payment: 'การชำระเงิน',
  noPayment: 'ไม่มีการเรียกเก็บ',
  try: {
    created: '{moment} กำลังเรียกเก็บ {way}',
    sent: '{moment} กำลังเรียกเก็บ {way}',
    unknown: '{moment} ยังไม่ทราบผล {way} เรากำลังถามธนาคาร',
    action_required: '{moment} รอสมาชิกดำเนินการ {way}',
    succeeded: '{moment} ชำระด้วย{way}',
    declined: '{moment} ไม่สำเร็จ {way}',
    not_sent: '{moment} ไม่ได้ตัดเงิน {way}',
    expired: '{moment} หมดเวลาก่อนชำระ {way}',
    voided: '{moment} ยกเลิกการเรียกเก็บ {way}',
  },
  slip: 'ได้รับสลิป {moment}: {bank} เลขที่ {number} {state}',
  slipState: {
    stored: 'ยังไม่ได้ตรวจสอบ จึงยังไม่ใช่หลักฐาน',
    checking: 'กำลังตรวจสอบกับธนาคาร',
    booked: 'ตรวจกับธนาคารและบันทึกแล้ว',
    listed: 'ตรวจกับธนาคารแล้ว ตัดสินในรายการเงินโอน',
    gateway: 'ชำระด้วยคิวอาร์โค้ด ยอดเข้าเองโดยไม่ต้องใช้สลิป',
    foreign: 'โอนเข้าบัญชีอื่น',
    unknown: 'ธนาคารไม่พบรายการโอนนี้',
  },
  transferred: '{date} โอนเงินแล้ว',
  next: 'ลองอีกครั้ง {moment}',
  last: 'ลองถึง {moment}',
  refund: {
    created: '{moment} รอส่งคำสั่งคืนเงิน {amount}',
    sent: '{moment} กำลังส่งคำสั่งคืนเงิน {amount}',
    unknown: '{moment} ยังไม่ทราบผลการคืนเงิน {amount}',
    succeeded: '{moment} คืนเงิน {amount}',
    failed: '{moment} ไม่ได้คืนเงิน {amount}',
    manual: '{moment} คืนเงิน {amount} อยู่ในรายการที่ต้องโอนเอง',
    corrected: '{moment} แก้ไขการคืนเงิน {amount}',
  },
  documents: 'ใบเสร็จและใบลดหนี้',
  parcel: 'พัสดุ',
  dispute: {
    open: 'ถูกโต้แย้งที่ธนาคาร',
    pending: 'ธนาคารกำลังตรวจสอบ',
    won: 'ชนะข้อโต้แย้ง',
    lost: 'แพ้ข้อโต้แย้ง',
  },
  strip: {
    disputed: 'การชำระเงินของ {number} จำนวน {amount} ถูกโต้แย้ง จะไม่ตัดบัตรจนกว่าจะมีผล',
    unpaid: '{amount} ของ {number}: {state}',
    noAddress: 'ไม่มีที่อยู่จัดส่ง จึงส่งกล่องไม่ได้',
  },
} as const satisfies Words<typeof en>;

export default deskOrders;
