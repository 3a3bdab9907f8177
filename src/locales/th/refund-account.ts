import type en from '../en/refund-account';
import type { Words } from '../words';

const refundAccount = {
  title: 'ให้เราโอนเงินคืนเข้าบัญชีไหน',
  heading: 'เงินคืนของคุณ',
  order: '{amount} จากคำสั่งซื้อ {order}',
  lead: '{amount} จากคำสั่งซื้อ {order} คืนทางเดิมที่ชำระมาไม่ได้ เราจึงจะโอนเข้าบัญชีให้',
  bank: 'ธนาคาร',
  choose: 'เลือกธนาคาร',
  number: 'เลขที่บัญชี',
  name: 'ชื่อบัญชี',
  safe: 'เราใช้เพื่อคืนเงินครั้งนี้เท่านั้น เก็บแบบเข้ารหัส และลบหลังคืนเงินแล้ว 90 วัน',
  submit: 'ส่ง',
  sending: 'กำลังส่ง',
  given: 'ได้รับเลขที่บัญชีแล้ว ขอบคุณค่ะ',
  givenText: 'เราจะโอน {amount} เข้าบัญชี{bank} ลงท้ายด้วย {digits} แล้วแจ้งให้คุณทราบ',
  change: 'เปลี่ยนบัญชี',
  paying: 'กำลังโอนเงินคืนให้คุณ',
  payingText: 'เรากำลังโอน {amount} หากบัญชีไม่ถูกต้อง กรุณาติดต่อเรา',
  paid: 'โอนเงินคืนให้คุณแล้ว',
  paidText: 'เราโอน {amount} แล้ว ส่วนใหญ่เห็นยอดภายในหนึ่งวัน',
  ended: 'ไม่มียอดที่ต้องโอน',
  endedText: 'เงินคืนรายการนี้จัดการทางอื่นแล้ว หากมีคำถาม กรุณาติดต่อเรา',
  tell: 'แจ้งบัญชีสำหรับรับเงินคืน',
  back: 'กลับไปที่บัญชี',
} as const satisfies Words<typeof en>;

export default refundAccount;
