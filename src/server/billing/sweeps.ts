import { eraseAddress, listAddressesToErase } from '../account/erasure';
import { enqueueMessage, listDueMessages, nextMessageAt } from '../messages/deliver';
import { beginPaymentDate, listSubscriptionsToBegin, nextBeginningAt } from '../orders/beginnings';
import { listOrdersToRemind, nextReminderAt, remindOfOrder } from '../orders/reminders';
import { listCardsToWarnOf, nextCardWarningAt, warnOfCard } from '../payments/card-warnings';
import { chargeDuePayment, listDuePayments, nextDueAt } from '../payments/charges';
import { checkAttempt, listAttemptsToCheck, loseLeases, nextCheckAt } from '../payments/checks';
import { giveUpPayment, listPaymentsToGiveUp, nextGivingUpAt } from '../payments/giving-up';
import { listRefundsToSend, nextRefundAt, sendRefund } from '../payments/refunds';
import { listUnsettledEvents, settleEvent } from '../payments/webhooks';
import type { Ctx } from '../context';
import { lapseRegistration, listLapsed, nextLapseAt } from '../subscription/lapse';
import type { Counts } from './counts';

/** Something that falls due: a bounded question over due rows, and an act for each row. */
export interface Sweep {
  name: string;
  find: (ctx: Ctx, limit: number) => Promise<{ id: string }[]>;
  handle: (ctx: Ctx, row: { id: string }) => Promise<Partial<Counts> | void>;
  /** When the next row after a moment falls due, so that time can be moved from instant to instant. */
  nextAt: (ctx: Ctx, after: Date) => Promise<Date | null>;
}

const notByDate = () => Promise.resolve(null);

/**
 * Everything that happens on its own, in the order in which one run does it. What the gateway already knows is
 * settled before anything is charged; what another order supersedes is closed before the newer one is charged.
 */
export const SWEEPS: readonly Sweep[] = [
  {
    name: 'loseLeases',
    find: async (ctx, limit) => {
      await loseLeases(ctx, limit);
      return [];
    },
    handle: () => Promise.resolve(),
    nextAt: notByDate,
  },
  {
    name: 'checkAttempts',
    find: listAttemptsToCheck,
    handle: (ctx, row) => checkAttempt(ctx, row as Parameters<typeof checkAttempt>[1]),
    nextAt: nextCheckAt,
  },
  {
    name: 'settleEvents',
    find: listUnsettledEvents,
    handle: (ctx, { id }) => settleEvent(ctx, id),
    nextAt: notByDate,
  },
  {
    name: 'lapseRegistrations',
    find: listLapsed,
    handle: (ctx, { id }) => lapseRegistration(ctx, id),
    nextAt: nextLapseAt,
  },
  {
    name: 'beginPaymentDates',
    find: listSubscriptionsToBegin,
    handle: async (ctx, { id }) => ({ planned: await beginPaymentDate(ctx, id) }),
    nextAt: nextBeginningAt,
  },
  {
    name: 'giveUpPayments',
    find: listPaymentsToGiveUp,
    handle: (ctx, { id }) => giveUpPayment(ctx, id),
    nextAt: nextGivingUpAt,
  },
  { name: 'chargePayments', find: listDuePayments, handle: charge, nextAt: nextDueAt },
  {
    name: 'sendRefunds',
    find: listRefundsToSend,
    handle: (ctx, { id }) => sendRefund(ctx, id),
    nextAt: nextRefundAt,
  },
  {
    name: 'remindOfOrders',
    find: listOrdersToRemind,
    handle: (ctx, { id }) => remindOfOrder(ctx, id),
    nextAt: nextReminderAt,
  },
  {
    name: 'eraseAddresses',
    find: listAddressesToErase,
    handle: (ctx, { id }) => eraseAddress(ctx, id),
    nextAt: notByDate,
  },
  {
    name: 'warnOfCards',
    find: listCardsToWarnOf,
    handle: (ctx, { id }) => warnOfCard(ctx, id),
    nextAt: nextCardWarningAt,
  },
  {
    name: 'deliverMessages',
    find: listDueMessages,
    handle: (ctx, { id }) => enqueueMessage(ctx, id),
    nextAt: nextMessageAt,
  },
];

async function charge(ctx: Ctx, { id }: { id: string }): Promise<Partial<Counts>> {
  const settled = await chargeDuePayment(ctx, id);
  if (!settled) return {};
  switch (settled.attemptStatus) {
    case 'succeeded':
      return { charged: 1 };
    case 'declined':
    case 'expired':
      return { declined: 1 };
    case 'voided':
      return { failed: 1 };
    case 'created':
    case 'sent':
    case 'action_required':
    case 'unknown':
      return { unknown: 1 };
  }
}
