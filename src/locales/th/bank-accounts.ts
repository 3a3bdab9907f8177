import type en from '../en/bank-accounts';
import type { Words } from '../words';

const bankAccounts = {
  name: 'บัญชี{bank} ลงท้ายด้วย {lastDigits}',
  banks: { kbank: 'กสิกรไทย', scb: 'ไทยพาณิชย์', ktb: 'กรุงไทย', bay: 'กรุงศรี' },
  declines: {
    insufficient_fund: 'เงินใน{account} ไม่พอ',
    failed_processing: 'ธนาคารตัดเงินจาก{account} ไม่สำเร็จ',
    invalid_account: 'ธนาคารไม่รับการตัดเงินจาก{account} แล้ว กรุณาผูกบัญชีอีกครั้งหรือเลือกวิธีชำระเงินอื่น',
    registration_rejected: 'ธนาคารยกเลิกการตัดเงินอัตโนมัติจาก{account} กรุณาผูกบัญชีอีกครั้งหรือเลือกวิธีชำระเงินอื่น',
    rate_limit_exceeded: 'วันนั้นธนาคารไม่ให้ตัดเงินจาก{account} เพิ่มแล้ว',
  },
} as const satisfies Words<typeof en>;

export default bankAccounts;
