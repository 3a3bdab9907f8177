import { eraseAddress, listAddressesToErase } from '../account/erasure';
import { issueDocument, listDocumentsToIssue } from '../documents/sweep';
import { listParcelsToLookAt, listParcelsToSend, nextParcelAt } from '../parcels/due';
import { lookAtParcel } from '../parcels/look';
import { sendParcel } from '../parcels/send';
import { listUnsettledParcelEvents, settleParcelEvent } from '../parcels/webhooks';
import { enqueueMessage, listDueMessages, nextMessageAt } from '../messages/deliver';
import { beginPaymentDate, listSubscriptionsToBegin, nextBeginningAt } from '../orders/beginnings';
import { listOrdersToRemind, nextReminderAt, remindOfOrder } from '../orders/reminders';
import { listCardsToWarnOf, nextCardWarningAt, warnOfCard } from '../payments/card-warnings';
import { chargeDuePayment, listDuePayments, mayCharge, nextDueAt, type InTurn } from '../payments/charges';
import { listChargeSearch, searchForCharges } from '../payments/charge-search';
import { checkAttempt, listAttemptsToCheck, loseLeases, nextCheckAt } from '../payments/checks';
import { giveUpPayment, listPaymentsToGiveUp, nextGivingUpAt } from '../payments/giving-up';
import { listReconciliation, reconcile } from '../payments/reconciliation';
import {
  expireLink,
  listLinksToExpire,
  listLinksToMake,
  listLinksToRemind,
  makeDueLink,
  nextLinkExpiryAt,
  nextLinkReminderAt,
  remindOfLink,
} from '../payments/link-sweeps';
import { listRefundsToSend, nextRefundAt, sendRefund } from '../payments/refunds';
import { listUnsettledEvents, settleEvent } from '../payments/webhooks';
import type { Ctx } from '../context';
import { listReferralsToRelease, nextReferralReleaseAt, releaseReferral } from '../rewards/referrer-points';
import { lapseRegistration, listLapsed, nextLapseAt } from '../subscription/lapse';
import { listCircuitsToProbe, nextProbeAt, probeCircuit } from './circuit-probes';
import type { Counts } from './counts';
import { listWatch, watchInvariants } from './watch';

/** Something that falls due: a bounded question over due rows, and an act for each row. */
export interface Sweep {
  name: string;
  find: (ctx: Ctx, limit: number) => Promise<{ id: string }[]>;
  /** `inTurn`: for what a sweep that waits outside does in the database. */
  handle: (ctx: Ctx, row: { id: string }, inTurn?: InTurn) => Promise<Partial<Counts> | void>;
  /** A row spends most of its time waiting for somebody outside: many are handled at once, no faster than a setting says. */
  waitsOutside?: true;
  /** Asked before each row of such a sweep; false leaves the rest for the next run. */
  isReachable?: () => Promise<boolean>;
  /** When the next row after a moment falls due, so that time can be moved from instant to instant. */
  nextAt: (ctx: Ctx, after: Date) => Promise<Date | null>;
}

const notByDate = () => Promise.resolve(null);

/**
 * Everything that happens on its own, in the order in which one run does it. What the gateway already knows is
 * settled before anything is charged; what another order supersedes is closed before the newer one is charged.
 */
export const DUE_WORK: readonly Sweep[] = [
  {
    name: 'probeCircuits',
    find: listCircuitsToProbe,
    handle: (_ctx, { id }) => probeCircuit(id),
    nextAt: nextProbeAt,
  },
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
    name: 'searchForCharges',
    find: listChargeSearch,
    handle: async (ctx) => ({ failed: await searchForCharges(ctx) }),
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
    name: 'expireLinks',
    find: listLinksToExpire,
    handle: (ctx, { id }) => expireLink(ctx, id),
    nextAt: nextLinkExpiryAt,
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
  {
    name: 'chargePayments',
    find: listDuePayments,
    handle: charge,
    waitsOutside: true,
    isReachable: mayCharge,
    nextAt: nextDueAt,
  },
  {
    name: 'makeLinks',
    find: listLinksToMake,
    handle: async (ctx, { id }) => ((await makeDueLink(ctx, id)) ? { linksSent: 1 } : {}),
    nextAt: nextDueAt,
  },
  {
    name: 'remindOfLinks',
    find: listLinksToRemind,
    handle: (ctx, { id }) => remindOfLink(ctx, id),
    nextAt: nextLinkReminderAt,
  },
  {
    name: 'sendRefunds',
    find: listRefundsToSend,
    handle: (ctx, { id }) => sendRefund(ctx, id),
    nextAt: nextRefundAt,
  },
  {
    name: 'releaseReferrals',
    find: listReferralsToRelease,
    handle: (ctx, { id }) => releaseReferral(ctx, id),
    nextAt: nextReferralReleaseAt,
  },
  {
    name: 'issueDocuments',
    find: listDocumentsToIssue,
    handle: (ctx, { id }) => issueDocument(ctx, id),
    nextAt: notByDate,
  },
  {
    name: 'remindOfOrders',
    find: listOrdersToRemind,
    handle: (ctx, { id }) => remindOfOrder(ctx, id),
    nextAt: nextReminderAt,
  },
  {
    name: 'settleParcelEvents',
    find: listUnsettledParcelEvents,
    handle: (ctx, { id }) => settleParcelEvent(ctx, id),
    nextAt: notByDate,
  },
  {
    name: 'sendParcels',
    find: listParcelsToSend,
    handle: (ctx, { id }) => sendParcel(ctx, id),
    nextAt: nextParcelAt,
  },
  {
    name: 'lookAtParcels',
    find: listParcelsToLookAt,
    handle: (ctx, { id }) => lookAtParcel(ctx, id),
    nextAt: nextParcelAt,
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

/** What looks over the records; after the due work, so that what has just been caught up is no finding. */
export const CHECKS: readonly Sweep[] = [
  {
    name: 'reconcile',
    find: listReconciliation,
    handle: async (ctx) => void (await reconcile(ctx)),
    nextAt: notByDate,
  },
  {
    name: 'watchInvariants',
    find: listWatch,
    handle: async (ctx) => void (await watchInvariants(ctx)),
    nextAt: notByDate,
  },
];

export const SWEEPS: readonly Sweep[] = [...DUE_WORK, ...CHECKS];

async function charge(ctx: Ctx, { id }: { id: string }, inTurn?: InTurn): Promise<Partial<Counts>> {
  const settled = await chargeDuePayment(ctx, id, inTurn);
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
