/** The names of the banks, by the code of the Bank of Thailand. */
const banks = {
  '002': 'Bangkok Bank',
  '004': 'KBank',
  '006': 'Krungthai',
  '011': 'ttb',
  '014': 'SCB',
  '022': 'CIMB Thai',
  '024': 'UOB',
  '025': 'Krungsri',
  '030': 'Government Savings Bank',
  '033': 'GH Bank',
  '034': 'BAAC',
  '067': 'TISCO',
  '069': 'KKP',
  '070': 'ICBC (Thai)',
  '071': 'Thai Credit',
  '073': 'LH Bank',
} as const;

export default banks;
