/** The codes of the banks in Thailand that hold accounts of persons, as the Bank of Thailand numbers them. */
export const BANK_CODES = [
  ...(['002', '004', '006', '011', '014', '022', '024', '025', '030', '033'] as const),
  ...(['034', '067', '069', '070', '071', '073'] as const),
] as const;
export type BankCode = (typeof BANK_CODES)[number];

export const isBankCode = (code: string): code is BankCode =>
  (BANK_CODES as readonly string[]).includes(code);

/** The account to which a refund is transferred. `accountNumber`: digits only. */
export interface PayTo {
  bank: BankCode;
  accountNumber: string;
  name: string;
}
