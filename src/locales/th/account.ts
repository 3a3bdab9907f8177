import type en from '../en/account';
import type { Words } from '../words';

const account = {
  title: 'บัญชีของฉัน',
  greeting: 'สวัสดีคุณ {name}',
  status: {
    awaiting_payment: 'ยังไม่เริ่มใช้งาน',
    active: 'ใช้งานอยู่',
    inactive: 'ไม่ได้ใช้งาน',
    cancelled: 'ยกเลิกแล้ว',
  },
  next: {
    title: 'กล่องถัดไปของคุณ',
    payOn: 'ชำระเงิน',
    receiveBy: 'ถึงภายใน',
    contents: 'ในกล่อง',
    skipUntil: 'ข้ามรอบหรือเปลี่ยนได้จนถึง {date}',
    skipOver: 'กำลังเตรียมกล่องนี้อยู่ ข้ามรอบไม่ได้แล้ว',
    freeProduct: 'มีสินค้าฟรี',
    noneTitle: 'ยังไม่มีกล่องถัดไป',
    inactiveText: 'การสมัครของคุณหยุดอยู่ เพราะชำระเงินไม่สำเร็จ จะไม่มีการตัดเงินเพิ่ม',
    cancelledText: 'การสมัครของคุณยกเลิกแล้ว จะไม่มีการตัดเงินเพิ่ม และแต้มของคุณยังอยู่ครบ',
    allSkipped: 'คุณข้ามสามรอบถัดไปไว้ ไม่มีการตัดเงินจนกว่าจะหลัง {date}',
    pictured: 'กล่องที่เปิดอยู่ มี {contents}',
  },
  upcoming: { title: 'สามรอบถัดไปของคุณ', skipped: 'ข้ามรอบ' },
  rewards: {
    title: 'แต้มสะสม',
    toGo: 'อีก {points} แลกสินค้าฟรีได้',
    ready: 'แต้มพอแลกสินค้าฟรีแล้ว',
  },
  payment: {
    title: 'การชำระเงิน',
    offline: 'พร้อมเพย์หรือโอนผ่านธนาคาร',
    none: 'ยังไม่มีบัตรที่บันทึกไว้',
    ending: '{brand} ลงท้าย {digits}',
    expires: 'หมดอายุ {expiry}',
    nearlyText: 'บัตรใบนี้ใกล้หมดอายุ รอบหลังจากนั้นต้องใช้บัตรใบใหม่',
    expiredText: 'บัตรใบนี้หมดอายุแล้ว รอบถัดไปจึงตัดเงินจากบัตรนี้ไม่ได้',
  },
  delivery: {
    title: 'การจัดส่ง',
    fee: 'กล่องละ {fee}',
    free: 'กล่องของคุณส่งฟรี',
    frequency: '{frequency} วันที่ {day}',
  },
  verify: 'ยังไม่ได้ยืนยัน {email} กรุณาเปิดลิงก์ในอีเมลของเรา',
  notice: {
    pendingTitle: 'กำลังดำเนินการชำระเงินของคุณ',
    pendingText: 'กำลังตัดเงิน {amount} จากบัตรของคุณ คุณไม่ต้องทำอะไร และไม่มีการตัดเงินซ้ำ',
    failTitle: 'ชำระเงิน {amount} ไม่สำเร็จ',
    failText: 'เราจะลองอีกครั้ง กรุณาตรวจสอบว่าบัตรใช้ได้',
    suspendedTitle: 'การสมัครของคุณหยุดชั่วคราว',
    suspendedText: 'เราเก็บเงิน {amount} ไม่สำเร็จ ตอนนี้จึงไม่ตัดเงินและไม่ส่งของเพิ่ม',
    expiredTitle: 'ลิงก์ชำระเงินหมดอายุแล้ว',
    expiredText: 'ยอด {amount} ไม่ได้ชำระภายในเวลา',
    reason: 'ธนาคารแจ้งว่า: {reason}',
    actionTitle: 'ธนาคารขอให้คุณยืนยัน',
    actionText: 'ยอด {amount} กำลังรอการยืนยันจากคุณ',
    actionGo: 'ยืนยันการชำระเงิน',
  },
  previous: { title: 'คำสั่งซื้อที่ผ่านมา', all: 'ดูคำสั่งซื้อที่ผ่านมาทั้งหมด', last: 'กล่องล่าสุด' },
} as const satisfies Words<typeof en>;

export default account;
