import type en from '../en/declines';
import type { Words } from '../words';

const declines = {
  insufficient_fund: 'ยอดเงินไม่พอหรือเกินวงเงินบัตร',
  insufficient_balance: 'ยอดเงินในบัญชีไม่พอ',
  failed_processing: 'ธนาคารไม่สามารถทำรายการได้ กรุณาลองใหม่',
  payment_rejected: 'ธนาคารปฏิเสธรายการ',
  timeout: 'หมดเวลาทำรายการ',
  payment_cancelled: 'การชำระเงินถูกยกเลิก',
  stolen_or_lost_card: 'ไม่สามารถใช้บัตรนี้ได้ กรุณาเพิ่มบัตรอื่น',
  failed_fraud_check: 'ไม่สามารถอนุมัติรายการได้ กรุณาใช้บัตรอื่นหรือติดต่อเรา',
  invalid_account: 'ธนาคารไม่รับการชำระเงินจากบัญชีนี้ กรุณาใช้บัตรอื่น',
  invalid_account_number: 'หมายเลขบัตรไม่ถูกต้อง',
  invalid_security_code: 'รหัส CVC ไม่ถูกต้อง',
  expired_card: 'บัตรนี้หมดอายุแล้ว กรุณาใช้บัตรอื่น',
  disputed: 'ธนาคารกำลังตรวจสอบการชำระเงินก่อนหน้านี้ เราจึงไม่ได้ตัดเงินจากบัตร กรุณาติดต่อเรา',
  confirmed_amount_mismatch: 'เรากำลังตรวจสอบรายการนี้',
  no_card: 'ยังไม่มีบัตรให้ตัดเงิน กรุณาเพิ่มบัตร',
  card_token_unknown: 'อ่านข้อมูลบัตรนี้ไม่ได้ กรุณากรอกข้อมูลบัตรอีกครั้ง',
  card_limit: 'บัตรนี้ถูกปฏิเสธบ่อยเกินไปใน 30 วันที่ผ่านมา เราจึงไม่ได้ตัดเงินจากบัตรนี้อีก กรุณาใช้บัตรอื่นหรือชำระด้วยวิธีอื่น',
  not_received: 'รายการไปไม่ถึงธนาคาร จึงไม่มีการตัดเงิน กรุณาลองใหม่',
  declined: 'ธนาคารปฏิเสธรายการ กรุณาลองใหม่หรือใช้บัตรอื่น',
} as const satisfies Words<typeof en>;

export default declines;
