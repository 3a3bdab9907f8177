import { chatState, OFFERS, type ChatAnswer, type ChatButton, type ChatFacts } from './line-answer';
import type { Day } from './day';
import type { Satang } from './money';
import type { SlipResult } from './slip';

/** A payment for which a slip was sent. */
export interface SlipPayment {
  orderNumber: number;
  amount: Satang;
  paymentDate: Day;
  url: string;
}

/** The slips after which the payment has to be made, or made again. */
const UNPAID_BY: ReadonlySet<SlipResult> = new Set(['foreign', 'unknown', 'used']);

/** Returns the answer to a transfer slip. @param payment what it is for; null if that is not known */
export function answerToSlip(result: SlipResult, payment: SlipPayment | null, facts: ChatFacts): ChatAnswer {
  const offers = OFFERS[chatState(facts)];
  if (!facts.subscriber) return { says: 'slip.guest', buttons: [{ opens: 'connect' }], offers };
  const account: ChatButton = { opens: 'account' };
  if (!payment) return { says: 'slip.ask', buttons: [account], offers };
  const { amount, paymentDate: date, orderNumber: number, url } = payment;
  const buttons: ChatButton[] = [UNPAID_BY.has(result) ? { opens: 'pay', url } : account];
  return { says: `slip.${result}`, amount, date, number, buttons, offers };
}
