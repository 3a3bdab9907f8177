import type { Satang } from '../money';
import type { AttemptStatus, PaymentStatus } from '../payment';
import type { PaymentMethod } from '../subscription';

/**
 * A change of the payment of an order. It is ignored if the order has no payment. Omitted fields do not
 * change.
 */
export interface PaymentChange {
  orderId: string;
  status?: PaymentStatus;
  method?: PaymentMethod;
  amount?: Satang;
  reason?: string | null;
  /** The instant at which the next automatic charge or payment link is due; null if none is planned. */
  dueAt?: Date | null;
  givesUpAt?: Date | null;
  retryStepsUsed?: number;
}

/** The payment to create when the payment date of an order begins. `amount` in satang. */
export interface NewPayment {
  orderId: string;
  accountId: string;
  method: PaymentMethod;
  amount: Satang;
  dueAt: Date | null;
}

/** The change that closes a charge attempt. `from`: the status when the change was decided. */
export interface AttemptChange {
  id: string;
  from: AttemptStatus;
  to: AttemptStatus;
  chargeId: string | null;
  reason: string | null;
  closedAt: Date;
  /** The instant of one more read of the charge at the gateway; null if no more read is due. */
  checkAt: Date | null;
  /** Null if the gateway was never called. */
  sentAt: Date | null;
  network: null;
}

/** A captured payment of an order. `amount` in satang. */
export interface KeptMoney {
  provider: 'omise' | 'bank';
  providerRef: string;
  orderId: string;
  attemptId: string | null;
  amount: Satang;
  paidAt: Date;
}
