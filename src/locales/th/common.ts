import type en from '../en/common';
import type { Words } from '../words';

const common = {
  skipToContent: 'ข้ามไปยังเนื้อหา',
  home: 'หน้าแรกของ ira',
  mainNavigation: 'เมนูหลัก',
  logIn: 'เข้าสู่ระบบ',
  logOut: 'ออกจากระบบ',
  account: 'บัญชีของฉัน',
  start: 'จัดกล่องของคุณ',
  otherLanguage: 'English',
  otherLanguageLabel: 'Read this page in English',
  close: 'ปิด',
  change: 'แก้ไข',
  tryAgain: 'ลองใหม่',
  loading: 'กำลังโหลด',
  optional: 'ไม่บังคับ',
  free: 'ฟรี',
  perMonths1: 'ทุกเดือน',
  perMonths2: 'ทุก 2 เดือน',
  perMonths3: 'ทุก 3 เดือน',
  dayOfMonth: 'วันที่ {day}',
  'pieces#one': '{count} ชิ้น',
  'pieces#other': '{count} ชิ้น',
  'points#one': '{count} แต้ม',
  'points#other': '{count} แต้ม',
  incidentTitle: 'ตอนนี้บางส่วนของระบบช้ากว่าปกติ',
  incidentText: 'การชำระเงินและการแก้ไขบัญชีอาจใช้เวลานานขึ้น ไม่มีการตัดเงินซ้ำ และข้อมูลที่คุณกรอกยังอยู่ครบ',
  errorTitle: 'ขออภัย มีบางอย่างผิดพลาด',
  offlineTitle: 'ดูเหมือนคุณจะออฟไลน์อยู่',
  offlineText: 'ข้อมูลที่กรอกไว้ยังอยู่ครบ เมื่อเชื่อมต่อได้แล้วลองใหม่อีกครั้ง',
  notFoundTitle: 'ไม่พบหน้านี้',
  notFoundText: 'หน้านี้อาจย้ายไปแล้ว หรือพิมพ์ที่อยู่ผิดไปเล็กน้อย กล่องของคุณยังปลอดภัยดี',
  toHome: 'ไปหน้าแรก',
  savingError: 'ทำรายการไม่สำเร็จ ข้อมูลที่กรอกไว้ยังอยู่ครบ กรุณาลองใหม่',
} as const satisfies Words<typeof en>;

export default common;
