import type en from '../en/payments';
import type { Words } from '../words';

const payments = {
  status: {
    pending: 'รอยืนยัน',
    success: 'ชำระแล้ว',
    fail: 'ไม่สำเร็จ',
    expired: 'ลิงก์หมดอายุ',
    suspended: 'ระงับไว้',
  },
} as const satisfies Words<typeof en>;

export default payments;
