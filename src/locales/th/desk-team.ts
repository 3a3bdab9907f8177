import type en from '../en/desk-team';
import type { Words } from '../words';

const deskTeam = {
  heading: 'ทีม',
  lead: 'คนในทีมเข้าได้เฉพาะระบบหลังร้าน ไม่ใช่สมาชิกและไม่มีบัญชีที่หน้าร้าน',
  members: 'คนในทีม',
  state: { invited: 'เชิญแล้ว', active: 'ใช้งานอยู่', removed: 'นำออกแล้ว' },
  you: 'คุณ',
  role: 'หน้าที่',
  roleOf: 'หน้าที่ ของ {name}',
  changeRole: 'เปลี่ยนหน้าที่',
  inviteAgain: 'ส่งคำเชิญใหม่',
  inviteAgainText: 'พาสคีย์ แอปยืนยันตัวตน และการเข้าระบบทั้งหมดของ {name} จะสิ้นสุด และระบบจะส่งคำเชิญใหม่ไปที่ {email}',
  remove: 'นำออก',
  removeText: '{name} จะออกจากระบบทันทีและเข้าอีกไม่ได้ สิ่งที่เคยทำยังอยู่ในประวัติ',
  invite: 'เชิญคนเข้าทีม',
  email: 'อีเมล',
  language: 'ภาษาของอีเมล',
  languages: { en: 'English', th: 'ไทย' },
  send: 'ส่งคำเชิญ',
  invited: 'ส่งคำเชิญไปที่ {email} แล้ว ใช้ได้ภายใน {hours} ชั่วโมง',
  refundLimit: 'วงเงินคืนต่อวันของ{name} (บาท)',
  refundLimitHint: 'ไม่เกิน {max} ถ้าเป็น 0 {name}ต้องขอให้เจ้าของร้านคืนเงินทุกครั้ง',
  setRefundLimit: 'บันทึกวงเงิน',
  refundLimitSet: '{name}คืนเงินได้วันละ {amount}',
  refundLimitWrong: 'กรอกจำนวนเงินตั้งแต่ 0 ถึง {max}',
  roleChanged: '{name}: {role}',
  sentAgain: 'ส่งคำเชิญใหม่ไปที่ {email} แล้ว',
  removed: 'นำ {name} ออกแล้ว',
  lastLogIn: 'เข้าสู่ระบบล่าสุด {moment}',
  neverLoggedIn: 'ยังไม่เคยเข้าสู่ระบบ',
  log: 'ดูบันทึกการทำงาน',
  logOf: 'ดูบันทึกการทำงาน ของ {name}',
  'devices#one': 'เข้าสู่ระบบอยู่ {count} อุปกรณ์',
  'devices#other': 'เข้าสู่ระบบอยู่ {count} อุปกรณ์',
} as const satisfies Words<typeof en>;

export default deskTeam;
