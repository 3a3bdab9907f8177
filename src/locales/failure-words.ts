/**
 * The texts of a page that failed. They are not in a dictionary, because they are shown when a dictionary may
 * be missing.
 */
export const FAILURE_WORDS = {
  en: {
    title: 'Oops, something went wrong.',
    text: 'We have a technical problem. You won’t be charged twice. Please try again in a moment.',
    again: 'Try again',
  },
  th: {
    title: 'ขออภัย เกิดข้อผิดพลาด',
    text: 'ระบบของเรามีปัญหา จะไม่มีการตัดเงินซ้ำ กรุณารอสักครู่แล้วลองใหม่',
    again: 'ลองใหม่',
  },
};
