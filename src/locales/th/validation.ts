import type en from '../en/validation';
import type { Words } from '../words';

const validation = {
  password: 'รหัสผ่านต้องมีอย่างน้อย 8 ตัวอักษร',
  passwordCommon: 'รหัสผ่านนี้เดาได้ง่าย กรุณาตั้งใหม่ เช่น ใช้ประโยคสั้น ๆ',
  passwordPersonal: 'รหัสผ่านนี้มีชื่อ อีเมล เบอร์โทร หรือชื่อของเรา กรุณาตั้งให้เดายากกว่านี้',
  passwordTooLong: 'รหัสผ่านยาวได้ไม่เกิน 256 ตัวอักษร',
  passwordsMatch: 'รหัสผ่านต้องตรงกัน',
  email: 'อีเมลไม่ถูกต้อง',
  phone: 'เบอร์มือถือไม่ถูกต้อง ต้องมี 10 หลักและขึ้นต้นด้วย 0',
  postalCode: 'รหัสไปรษณีย์ต้องเป็นตัวเลข 5 หลัก',
  expiry: 'กรุณากรอกวันหมดอายุแบบ ดด/ปป (ค.ศ.) เช่น 08/29',
  expiryPast: 'วันหมดอายุนี้ผ่านมาแล้ว กรุณาตรวจสอบ หรือใช้บัตรใบอื่น',
  allRequired: 'กรุณากรอกข้อมูลให้ครบทุกช่อง',
  required: 'กรุณากรอกช่องนี้',
  missing: 'กรุณากรอก{field}',
  expected: 'ต้องเป็น {expected} แต่ได้รับ {received}',
  invalid: 'ข้อมูลไม่ถูกต้อง',
  invalidInput: 'ข้อมูลไม่ถูกต้อง',
  invalidEmail: 'อีเมลไม่ถูกต้อง',
  tooLong: 'ข้อความยาวเกินไป กรุณาย่อให้สั้นลง',
  atMost: '{field}: ไม่เกิน {max} ตัวอักษร',
  notValid: '{field}มีอักขระที่ใช้ไม่ได้',
  loginCode: 'กรุณากรอกรหัสให้ครบ 6 หลัก',
  consent: 'กรุณายินยอมให้ใช้ข้อมูล เพื่อให้เราส่งกล่องให้คุณได้',
  chargingConsent: 'กรุณายินยอมให้เรียกเก็บเงินทุกรอบ',
  box: 'ใส่ได้ 1 ถึง 20 แพ็กต่อกล่อง และสินค้าแต่ละอย่างไม่เกิน 10 แพ็ก',
  discountCode: 'โค้ดไม่ถูกต้องหรือหมดอายุแล้ว',
  gotDiscount: 'คุณได้รับส่วนลด!',
  codeRemoved: 'ลบโค้ดแล้ว',
  fields: {
    details: 'ข้อมูลส่วนตัว',
    address: 'ที่อยู่',
    email: 'อีเมล',
    password: 'รหัสผ่าน',
  },
} as const satisfies Words<typeof en>;

export default validation;
