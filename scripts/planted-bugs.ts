import { PLANTED_OFFLINE_BUGS } from './planted-bugs-offline';
import { PLANTED_REWARD_BUGS } from './planted-bugs-rewards';

/** What stands in a file, and what a tired person might have written. */
export interface WrongLine {
  file: string;
  find: string;
  put: string;
}

export interface PlantedBug extends WrongLine {
  name: string;
  /** What else must be wrong where two places guard the same promise. */
  also?: WrongLine[];
  /** Where the usual run is too short for it to show. */
  size?: { subscribers: number; years: number };
}

/** A file's text with a line of it broken. @throws Error when the line to break is not there, or more than once */
export function breakLine(text: string, { file, find, put }: WrongLine): string {
  if (text.split(find).length !== 2) throw new Error(`${file} has not exactly one place for: ${find}`);
  return text.replace(find, () => put);
}

const orderChanges = 'src/domain/lifecycle/orders.ts';
const charges = 'src/server/charging/claim-due.ts';
const checks = 'src/server/settlement/poll-attempts.ts';
const hold = 'src/server/lifecycle/charging-hold.ts';
const settlement = 'src/domain/settlement.ts';

const PLANTED_CARD_BUGS: readonly PlantedBug[] = [
  {
    name: 'a charge that the gateway’s list does not show yet counts as never received',
    file: 'src/server/reconciliation/charge-search.ts',
    find: '  if (ctx.now < absentFrom(attempt)) return;\n',
    put: '',
  },
  {
    name: 'an unknown outcome is taken for “not received” after a minute',
    file: checks,
    find: 'const ABSENT_AFTER_MS = { person: HOUR_MS, run: 24 * HOUR_MS };',
    put: 'const ABSENT_AFTER_MS = { person: MINUTE_MS, run: MINUTE_MS };',
  },
  {
    name: 'a cut connection counts as certainly not done',
    file: 'src/server/gateways/http.ts',
    find: "new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])",
    put: "new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET'])",
  },
  {
    name: 'an error 500 counts as certainly not done',
    file: 'src/server/gateways/http.ts',
    find: "return { kind: 'failed', maybeDone: true, why: `HTTP_${response.status}` };",
    put: "return { kind: 'failed', maybeDone: false, why: `HTTP_${response.status}` };",
  },
  {
    name: 'an unreadable answer counts as certainly not done',
    file: 'src/server/gateways/http.ts',
    find: "maybeDone: true, why: 'UNREADABLE'",
    put: "maybeDone: false, why: 'UNREADABLE'",
  },
  {
    name: 'the charge asks for a satang too much',
    file: 'src/server/charging/write-attempts.ts',
    find: 'accountId, amount, customerId, cardId',
    put: 'accountId, amount: amount + 1, customerId, cardId',
  },
  {
    name: 'a claim does not ask again whether the payment is still due and its order being charged',
    file: charges,
    find: "        eq(orders.status, 'charging'),\n",
    put: '',
    also: [{ file: charges, find: '        lte(payments.dueAt, now),\n', put: '' }],
  },
  {
    name: 'what was due when somebody cancelled stays due, and is charged',
    file: charges,
    find: "subscriptions.get(paymentId)?.status === 'active'",
    put: 'subscriptions.has(paymentId)',
    also: [
      { file: charges, find: "        eq(orders.status, 'charging'),\n", put: '' },
      {
        file: orderChanges,
        find: 'orderId: order.id, dueAt: null, givesUpAt: null,',
        put: 'orderId: order.id,',
      },
    ],
  },
  {
    name: 'a sender that died counts as if it had never asked',
    file: 'src/server/lifecycle/attempts.ts',
    find: ".set({ status: 'unknown', unknownSince: now, checkAt: now })",
    put: ".set({ status: 'voided', closedAt: now, checkAt: null })",
  },
  {
    name: 'money for a void order is kept',
    file: settlement,
    find: "    case 'void':\n      return { kind: 'refund', verdict: 'late' };\n",
    put: "    case 'void':\n      return { kind: 'keep', activates: false };\n",
  },
  {
    name: 'money that can’t be kept is recorded, and nobody sends it back',
    file: 'src/server/settlement/money.ts',
    find: '  await tx.insert(refunds).values({',
    put: '  if (refundId) return;\n  await tx.insert(refunds).values({',
  },
  {
    name: 'a payment call accepts a total that was not shown',
    file: 'src/server/charging/expected-total.ts',
    find: '  enforce(isAsShown(expected, total), { data: { total, totals } });\n',
    put: '',
  },
  {
    name: 'a refund without a response is sent again at the next check',
    file: 'src/server/refunds/refund.ts',
    find: '  if (refund.sentAt && ctx.now < refundAbsentFrom(refund.sentAt)) return waitLonger(ctx, refundId);\n',
    put: '',
  },
  {
    name: 'a dispute is ignored: cards are charged although it is open',
    file: hold,
    find: "where d.charging <> 'allowed' and (",
    put: "where d.charging = 'none' and (",
  },
  {
    name: 'the event of a dispute changes nothing',
    file: 'src/server/reconciliation/webhooks.ts',
    find: '  await recordDispute(ctx, charge.value);\n',
    put: '',
  },
  {
    name: 'a charge that a dispute holds ends the order at once, and its held points return',
    file: settlement,
    find: "next.ended === 'hard' || Boolean",
    put: "(next.ended === 'hard' && reason !== 'disputed') || Boolean",
  },
  {
    name: 'a receipt is not written for renewals',
    file: 'src/server/settlement/book-paid.ts',
    find: '    paid.map(({ order, cardId, asked })',
    put: '    paid.filter(({ asked }) => asked).map(({ order, cardId, asked })',
  },
  {
    name: 'points are rounded up',
    file: 'src/domain/points.ts',
    find: 'return Math.floor(boxPrice / (BAHT_PER_POINT * 100));',
    put: 'return Math.ceil(boxPrice / (BAHT_PER_POINT * 100));',
  },
  {
    name: 'a skip is accepted a day too late',
    file: 'src/domain/order.ts',
    find: 'return addDays(paymentDate, -SKIP_CUTOFF_DAYS);',
    put: 'return addDays(paymentDate, 1 - SKIP_CUTOFF_DAYS);',
  },
  {
    name: 'days are those of Greenwich',
    file: 'src/domain/day.ts',
    find: 'const shifted = instant.getTime() + BANGKOK_OFFSET_MS;',
    put: 'const shifted = instant.getTime();',
  },
  {
    name: 'a month without that day runs over into the next',
    file: 'src/domain/day.ts',
    find: 'return parseDay(`${month}-${pad(Math.min(dayOfMonth, daysInMonth(month)), 2)}`);',
    put: 'return addDays(parseDay(`${month}-01`), dayOfMonth - 1);',
  },
  {
    name: 'orders are charged when their day begins, not at nine',
    file: 'src/domain/payment.ts',
    find: 'export const CHARGE_HOUR = 9;',
    put: 'export const CHARGE_HOUR = 0;',
  },
  {
    name: 'the ladder tries every day',
    file: 'src/domain/retry.ts',
    find: '[0, 1, 3, 5, 7, 13] as const',
    put: '[0, 1, 2, 3, 4, 5] as const',
  },
  {
    name: 'a card that the bank took back is tried again',
    file: 'src/domain/retry.ts',
    find: "  if (stopsRetries(reasonOf(facts.declineCode), facts.adviseNoRetry)) return { ended: 'hard' };\n",
    put: '',
  },
  {
    name: 'no order is planned when one begins',
    file: 'src/server/orders/beginnings.ts',
    find: 'await planUpcoming(tx, now, begun, catalogue)',
    put: 'await planUpcoming(tx, now, begun.slice(begun.length), catalogue)',
  },
  {
    name: 'a skipped order is opened when its date begins',
    file: orderChanges,
    find: "    .filter(({ status }) => status === 'upcoming')\n",
    put: "    .filter(({ id }) => id !== '')\n",
  },
  {
    name: 'the ladder’s end leaves the subscription active',
    file: 'src/domain/lifecycle/declines.ts',
    find: "join(endOrder(order, 'unpaid', end), deactivate(subscription, ahead))",
    put: "endOrder(order, 'unpaid', end)",
  },
  {
    name: 'a cancellation leaves owed orders as they are',
    file: 'src/server/subscription/end-subscription.ts',
    find: '[...AHEAD, ...OWED]',
    put: 'AHEAD as readonly (typeof AHEAD)[number][]',
  },
  {
    name: 'a webhook is taken at its word before it is looked up, and then forgotten',
    file: 'src/server/reconciliation/webhooks.ts',
    find: "  if (event.subject.startsWith('chrg_')) await settleCharge(ctx, event.subject, eventId);\n",
    put: '',
  },
  {
    name: 'points are not earned on renewals',
    file: orderChanges,
    find: '...(order.points > 0 ?',
    put: "...(order.points > 0 && kind !== 'renewal' ?",
  },
  {
    name: 'a renewal that needs the person waits for ever',
    file: settlement,
    find: '  if (!plannedAt || plannedAt > next.at) return next.at;\n',
    put: '  if (!plannedAt || plannedAt > next.at) return new Date(next.at.getTime() + 4000 * DAY_MS);\n',
  },
];

/** Each is switched on alone; the simulation must say that something is wrong, every time. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...PLANTED_CARD_BUGS,
  ...PLANTED_OFFLINE_BUGS,
  ...PLANTED_REWARD_BUGS,
];
