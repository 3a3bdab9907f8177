import type en from '../en/desk-transfers';
import type { Words } from '../words';

const deskTransfers = {
  decide: 'หาคำสั่งซื้อ',
  none: 'ไม่มีคำสั่งซื้อที่ตรงกับรายการโอนนี้',
  due: 'ต้องชำระ {amount} ตั้งแต่ {date}',
  notOwed: 'ไม่มียอดค้างแล้ว',
  fit: { exact: 'ยอดตรงกัน', short: 'ขาด {amount}', over: 'เกิน {amount}' },
  why: {
    reference: 'รหัสอ้างอิงตรงกัน',
    nearReference: 'รหัสอ้างอิงผิดหนึ่งตัว',
    amount: 'ยอดเท่ากัน',
    nearAmount: 'ยอดใกล้เคียงกัน',
    name: 'ชื่อตรงกัน',
  },
  book: 'บันทึกให้ {order}',
  bookTogether: 'บันทึกการโอน {count} รายการให้ {order}',
  accept: 'บันทึกให้ {order} โดยยกเว้น {difference}',
  ask: 'ขอส่วนที่ขาด {difference}',
  askText: 'เราจะส่งข้อความแจ้งยอดที่ขาดและบัญชีธนาคารให้ {name} รายการนี้จะอยู่ในรายการจนกว่าจะได้รับส่วนที่ขาด',
  askedAt: 'ขอส่วนที่ขาดแล้วเมื่อ {moment}',
  asked: 'กำลังส่งข้อความ',
  tooShort: 'ขาดเกิน {limit} ซึ่งเป็นยอดที่เจ้าของร้านกำหนด',
  text: {
    exact: 'ใช้ยอด {amount} ชำระ {order} โดยนับตามวันที่โอน',
    short: 'ใช้ยอด {amount} ชำระ {order} ส่วนที่ขาด {difference} เป็นส่วนลดในใบเสร็จ',
    over: '{order} ชำระครบแล้ว ส่วนที่เกิน {difference} จะอยู่ในรายการที่ต้องโอนคืน',
    notOwed: '{order} ไม่มียอดค้างแล้ว ยอด {amount} จะอยู่ในรายการที่ต้องโอนคืน',
  },
  another: 'คำสั่งซื้ออื่น',
  refund: 'คืนเงิน {amount}',
  refundNeither: 'ไม่ใช่รายการเหล่านี้ คืนเงิน',
  refundTo: 'คืนเงินให้ {name}',
  refundText: 'ยอด {amount} ของ {name} จะอยู่ในรายการที่ต้องโอนคืน',
  refundUnknown: 'ยอดนี้จะอยู่ในรายการที่ต้องโอนคืนโดยไม่มีชื่อ',
  refunded: 'เพิ่มในรายการที่ต้องโอนคืนแล้ว',
  limit: {
    heading: 'ยอดโอนที่ขาดเล็กน้อย',
    text: 'หากยอดโอนขาดไม่เกินจำนวนนี้ ยอมรับได้ โดยส่วนต่างจะเป็นส่วนลดของคำสั่งซื้อ',
    amount: 'ไม่เกินกี่บาท',
    save: 'บันทึก',
    saved: 'บันทึกแล้ว',
  },
} as const satisfies Words<typeof en>;

export default deskTransfers;
