/**
 * Records of the fake gateway that the sandbox stores. Instants are milliseconds. Never contain card numbers
 * or CVCs.
 */

/** The outcome of charges of a card, which its test number determines. */
export type NumberOutcome = 'successful' | FailureCode;

export type FailureCode =
  | 'insufficient_fund'
  | 'stolen_or_lost_card'
  | 'failed_processing'
  | 'payment_rejected'
  | 'failed_fraud_check'
  | 'invalid_account_number'
  | 'invalid_security_code'
  | 'expired_card'
  | 'payment_cancelled'
  | 'timeout'
  | 'invalid_account'
  | 'registration_rejected'
  | 'rate_limit_exceeded';

export type MagicName =
  | '3ds'
  | '3ds_cit'
  | 'slow'
  | 'timeout_after'
  | 'timeout_before'
  | 'status_500'
  | 'expires_next_month'
  | 'renewal_declines'
  | 'webhook_first';

/** How charges of a card behave. The sandbox stores this instead of the card number. */
export interface Behaviour {
  outcome: NumberOutcome;
  /**
   * How 3-D Secure fails: `enrolment_fails` at once, `validation_fails` after the approval. Null: it does not
   * fail.
   */
  secure: 'enrolment_fails' | 'validation_fails' | null;
  magic: MagicName | null;
  slowSeconds: number;
}

export interface CardRecord {
  id: string;
  brand: string;
  financing: string;
  name: string;
  lastDigits: string;
  expirationMonth: number;
  expirationYear: number;
  fingerprint: string;
  securityCodeCheck: boolean;
  city: string | null;
  postalCode: string | null;
  createdAt: number;
  behaviour: Behaviour;
}

export interface TokenRecord {
  id: string;
  used: boolean;
  card: CardRecord;
  createdAt: number;
}

export type Metadata = Record<string, unknown>;

export interface CustomerRecord {
  id: string;
  email: string | null;
  description: string | null;
  metadata: Metadata;
  /** The cards of the customer, oldest first. */
  cards: CardRecord[];
  defaultCard: string | null;
  createdAt: number;
}

/** The source types of the apps to which the payer's browser is redirected. */
export type AppType =
  | 'mobile_banking_kbank'
  | 'mobile_banking_scb'
  | 'mobile_banking_bay'
  | 'mobile_banking_bbl'
  | 'mobile_banking_ktb'
  | 'truemoney_jumpapp';

export interface SourceRecord {
  id: string;
  /** The app that opens; undefined for a QR code. */
  app?: AppType;
  platform?: string;
  amount: number;
  createdAt: number;
  /** The charge that used the source. Null: no charge has used it. */
  chargeId: string | null;
  documentId: string;
}

/** The types of linked bank accounts. */
export type BankType = 'direct_debit_kbank' | 'direct_debit_scb' | 'direct_debit_ktb' | 'direct_debit_bay';

export interface LinkedAccountRecord {
  id: string;
  type: BankType;
  status: 'pending' | 'successful' | 'failed' | 'expired' | 'deleted';
  returnUri: string;
  metadata: Metadata;
  /** The customer to which the account is attached; null before. */
  customer: string | null;
  lastDigits: string | null;
  failureCode: FailureCode | null;
  registeredAt: number | null;
  expiresAt: number;
  createdAt: number;
}

/** A schedule that charges a customer on a day of the month. Days are texts such as `2026-12-31`. */
export interface ScheduleRecord {
  id: string;
  /** The months between two charges. */
  every: number;
  day: number;
  startOn: string;
  endOn: string;
  /** The first day that is not charged yet. */
  nextOn: string;
  /** `card` null: the default card. */
  charge: { customer: string; card: string | null; amount: number };
  deletedAt: number | null;
  createdAt: number;
}

export interface RefundRecord {
  id: string;
  amount: number;
  metadata: Metadata;
  transaction: string;
  createdAt: number;
}

export type DisputeStatus = 'open' | 'pending' | 'won' | 'lost';

export interface DisputeRecord {
  id: string;
  amount: number;
  status: DisputeStatus;
  reason?: string;
  createdAt: number;
  closedAt: number | null;
  /** When the payer withdrew it, so that the amount came back before the status changed. */
  withdrawnAt?: number;
}

/**
 * What goes wrong with a transfer: two instead of one, six days on the way, back on the balance, or a satang more of fee,
 * a satang less at the bank.
 */
export const PAYOUT_FAULTS = ['split', 'late', 'failed', 'fee', 'short'] as const;
export type PayoutFault = (typeof PAYOUT_FAULTS)[number];

/** A transfer of the balance to the shop's bank account. */
export interface TransferRecord {
  id: string;
  amount: number;
  fee: number;
  feeVat: number;
  /** The amount on the bank's statement. */
  arrives: number;
  group: string | null;
  createdAt: number;
  /** When the bank has it; null if it fails. */
  paidAt: number | null;
  /** When a failed transfer is back on the balance; null for any other. */
  returnedAt: number | null;
}

export type ChargeStatus = 'pending' | 'successful' | 'failed' | 'expired' | 'reversed';

export interface ChargeRecord {
  id: string;
  /** Position in the list of all charges. Never reused. */
  position: number;
  amount: number;
  currency: string;
  status: ChargeStatus;
  customer: string | null;
  card: CardRecord | null;
  source: SourceRecord | null;
  /** The bank account that pays, as it was at the time of the charge; undefined for other charges. */
  linkedAccount?: LinkedAccountRecord;
  description: string | null;
  metadata: Metadata;
  returnUri: string | null;
  /** Whether the charge needed 3-D Secure. */
  secured: boolean;
  recurringReason: string | null;
  transactionIndicator: string | null;
  authentication: '3DS' | null;
  ip: string | null;
  failureCode: FailureCode | null;
  failureMessage: string | null;
  transaction: string | null;
  refunds: RefundRecord[];
  dispute?: DisputeRecord;
  reversedAt?: number;
  /** What the gateway takes beside its rate, in satang: a fault. */
  feeOff?: { fee: number; vat: number };
  createdAt: number;
  paidAt: number | null;
  expiresAt: number;
  expiredAt: number | null;
}

export interface EventRecord {
  id: string;
  key: string;
  createdAt: number;
  chargeId: string | null;
  /** The object at the time of the event, in the format of the API. */
  data: Record<string, unknown>;
  deliveries: DeliveryRecord[];
}

export interface DeliveryRecord {
  id: string;
  uri: string;
  /** HTTP status of the response. 0: no response. */
  status: number;
  error: string | null;
  createdAt: number;
}
