import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  announceErasure,
  eraseDormant,
  listDormantToErase,
  listErasuresToAnnounce,
} from '../../subscriber/account/dormant';
import { eraseAddress, listAddressesToErase } from '../../subscriber/account/erasure';
import { issueDocuments, listDocumentsToIssue } from '../documents/issue-missing';
import { listParcelsToPoll, listParcelsToSend } from '../../shop/parcels/due';
import { listLateBoxes, nextLateBoxAt, notifyLateBox } from '../../shop/parcels/late-notices';
import { syncParcels } from '../../shop/parcels/sync';
import { listUnsettledParcelEvents, settleParcelEvent } from '../../shop/parcels/webhooks';
import { enqueueMessages, listDueMessages, nextMessageAt } from '../../lifecycle/delivery-jobs';
import { beginPaymentDates, listSubscriptionsToBegin, nextBeginningAt } from '../../shop/orders/beginnings';
import { listOrdersToRemind, nextReminderAt, remindOfOrders } from '../../shop/orders/reminders';
import { listCardsToWarnOf, nextCardWarningAt, warnOfCard } from '../../money/payment-method/card-warnings';
import { listLinksToRead } from '../../money/bank-accounts/read-link';
import { followLink } from '../../money/checkout/bank-link';
import { listDuePayments, nextDueAt } from '../../money/charging/claim-due';
import { listChargeSearch, searchForCharges } from '../../money/reconciliation/charge-search';
import { pollAttempt, listAttemptsToPoll, expireLeases } from '../../money/settlement/poll-unknown-charges';
import { listEndsToWarnOf, nextEndWarningAt, warnOfEnd } from '../../money/settlement/end-notices';
import { suspendPayment, listPaymentsToSuspend } from '../../money/settlement/suspend-payments';
import { listReconciliation, reconcile } from '../../money/reconciliation/reconcile';
import { readPayouts } from '../../money/payouts/read-payouts';
import { expireLink, listLinksToExpire } from '../../money/payment-links/expire-links';
import { checkSlip, listSlipsToCheck } from '../../money/payment-links/receive-slip';
import { listLinksToCreate, createDueLink } from '../../money/payment-links/create-due-links';
import { listLinksToRemind, sendLinkReminder } from '../../money/payment-links/remind-of-links';
import { listRefundsToSend, sendRefund } from '../../money/refunds/refund';
import { bulkWork } from '../../subscriber/bulk/run-bulk';
import { settleLineEvent } from '../../subscriber/line-chat/answer-event';
import { linkMenus, listMenusToLink } from '../../subscriber/line-chat/link-menus';
import { listUnsettledLineEvents } from '../../subscriber/message-links/line-taps';
import { listUnsettledEvents, settleEvent } from '../../money/reconciliation/webhooks';
import { importWork } from '../../subscriber/moving-in/run-import';
import { listLinksToSend, nextLinkAt, sendLink } from '../../subscriber/moving-in/send-links';
import type { Ctx } from '../../platform/context';
import {
  bankAccounts,
  chargeAttempts,
  paymentLinks,
  payments,
  refunds,
  shipments,
  slips,
} from '../../db/schema';
import {
  listReferralsToRelease,
  nextReferralReleaseAt,
  releaseReferral,
} from '../../shop/rewards/referrer-points';
import {
  expireRegistration,
  listExpiredRegistrations,
  nextRegistrationExpiryAt,
} from '../../subscriber/account/expire-registrations';
import { CHARGES_READ_AT_ONCE, chargePayments } from '../../money/charging/charge-due';
import { listCircuitsToProbe, nextProbeAt, probeCircuit } from './circuit-probes';
import { listQuotaToRead, readLineQuota } from '../messages/line-quota';
import { inSets, oneByOne, type Handle } from '../../platform/sets';
import { listInvariantCheck, checkInvariants } from '../invariants/check-invariants';

/** A column of instants, with an index of those that are not null. */
export type DueColumn = AnyPgColumn<{ data: Date }>;

/** A scheduled job: a query for due rows (`find`) and the handler of these rows (`handle`). */
export interface ScheduledJob {
  name: string;
  find: (ctx: Ctx, limit: number) => Promise<{ id: string }[]>;
  handle: Handle;
  /** The number of due rows in a batch; default: `READ_AT_ONCE` of run.ts. */
  readsAtOnce?: number;
  /** The column with the instants from which rows are due. A run looks for rows only if one has come. */
  dueFrom?: DueColumn;
  /**
   * Returns when the next row after an instant is due; null without one. Time travel stops at each such instant. Default:
   * the next one of `dueFrom`, otherwise none.
   */
  nextAt?: (ctx: Ctx, after: Date) => Promise<Date | null>;
}

/**
 * The jobs of a billing run, in the order of execution. The jobs that settle outcomes or close replaced
 * orders run before the jobs that charge.
 */
export const BILLING_JOBS: readonly ScheduledJob[] = [
  {
    name: 'probeCircuits',
    find: listCircuitsToProbe,
    handle: oneByOne((_ctx, { id }) => probeCircuit(id)),
    nextAt: nextProbeAt,
  },
  {
    name: 'expireLeases',
    find: async (ctx, limit) => {
      await expireLeases(ctx, limit);
      return [];
    },
    handle: oneByOne(() => Promise.resolve()),
  },
  {
    name: 'checkAttempts',
    find: listAttemptsToPoll,
    handle: oneByOne((ctx, row) => pollAttempt(ctx, row as Parameters<typeof pollAttempt>[1])),
    dueFrom: chargeAttempts.checkAt,
  },
  {
    name: 'searchForCharges',
    find: listChargeSearch,
    handle: oneByOne(async (ctx) => ({ failed: await searchForCharges(ctx) })),
    dueFrom: chargeAttempts.checkAt,
  },
  {
    name: 'settleEvents',
    find: listUnsettledEvents,
    handle: oneByOne((ctx, { id }) => settleEvent(ctx, id)),
  },
  {
    name: 'readBankAccounts',
    find: listLinksToRead,
    handle: oneByOne((ctx, { id }) => followLink(ctx, id)),
    dueFrom: bankAccounts.checkAt,
  },
  {
    name: 'checkSlips',
    find: listSlipsToCheck,
    handle: oneByOne((ctx, { id }) => checkSlip(ctx, id)),
    dueFrom: slips.checkAt,
  },
  {
    name: 'expireRegistrations',
    find: listExpiredRegistrations,
    handle: oneByOne((ctx, { id }) => expireRegistration(ctx, id)),
    nextAt: nextRegistrationExpiryAt,
  },
  {
    name: 'expireLinks',
    find: listLinksToExpire,
    handle: oneByOne((ctx, { id }) => expireLink(ctx, id)),
    dueFrom: paymentLinks.checkAt,
  },
  {
    name: 'beginPaymentDates',
    find: listSubscriptionsToBegin,
    handle: inSets(async (ctx, ids) => {
      const { planned, left } = await beginPaymentDates(ctx, ids);
      return { counts: { planned }, left };
    }),
    nextAt: nextBeginningAt,
  },
  {
    name: 'giveUpPayments',
    find: listPaymentsToSuspend,
    handle: oneByOne((ctx, { id }) => suspendPayment(ctx, id)),
    dueFrom: payments.givesUpAt,
  },
  {
    name: 'chargePayments',
    find: listDuePayments,
    handle: chargePayments,
    readsAtOnce: CHARGES_READ_AT_ONCE,
    dueFrom: payments.dueAt,
    nextAt: nextDueAt,
  },
  {
    name: 'makeLinks',
    find: listLinksToCreate,
    handle: oneByOne(async (ctx, { id }) => ((await createDueLink(ctx, id)) ? { linksSent: 1 } : {})),
    dueFrom: payments.dueAt,
    nextAt: nextDueAt,
  },
  {
    name: 'remindOfLinks',
    find: listLinksToRemind,
    handle: oneByOne((ctx, { id }) => sendLinkReminder(ctx, id)),
    dueFrom: paymentLinks.remindAt,
  },
  {
    name: 'sendRefunds',
    find: listRefundsToSend,
    handle: oneByOne((ctx, { id }) => sendRefund(ctx, id)),
    dueFrom: refunds.checkAt,
  },
  {
    name: 'releaseReferrals',
    find: listReferralsToRelease,
    handle: oneByOne((ctx, { id }) => releaseReferral(ctx, id)),
    nextAt: nextReferralReleaseAt,
  },
  {
    name: 'issueDocuments',
    find: listDocumentsToIssue,
    handle: inSets(issueDocuments),
  },
  {
    name: 'remindOfOrders',
    find: listOrdersToRemind,
    handle: inSets(remindOfOrders),
    nextAt: nextReminderAt,
  },
  {
    name: 'settleLineEvents',
    find: listUnsettledLineEvents,
    handle: oneByOne((ctx, { id }) => settleLineEvent(ctx, id)),
  },
  {
    name: 'readLineQuota',
    find: listQuotaToRead,
    handle: oneByOne((ctx) => readLineQuota(ctx)),
  },
  {
    name: 'linkMenus',
    find: listMenusToLink,
    handle: inSets(linkMenus),
  },
  {
    name: 'settleParcelEvents',
    find: listUnsettledParcelEvents,
    handle: oneByOne((ctx, { id }) => settleParcelEvent(ctx, id)),
  },
  {
    name: 'sendParcels',
    find: listParcelsToSend,
    handle: inSets(syncParcels),
    dueFrom: shipments.checkAt,
  },
  {
    name: 'readParcels',
    find: listParcelsToPoll,
    handle: inSets(syncParcels),
    dueFrom: shipments.checkAt,
  },
  {
    name: 'notifyLateBoxes',
    find: listLateBoxes,
    handle: oneByOne((ctx, { id }) => notifyLateBox(ctx, id)),
    nextAt: nextLateBoxAt,
  },
  {
    name: 'eraseAddresses',
    find: listAddressesToErase,
    handle: oneByOne((ctx, { id }) => eraseAddress(ctx, id)),
  },
  {
    name: 'announceErasures',
    find: listErasuresToAnnounce,
    handle: oneByOne((ctx, { id }) => announceErasure(ctx, id)),
  },
  {
    name: 'eraseDormant',
    find: listDormantToErase,
    handle: oneByOne((ctx, { id }) => eraseDormant(ctx, id)),
  },
  {
    name: 'resumeBulkChanges',
    find: bulkWork.listStalled,
    handle: oneByOne((ctx, { id }) => bulkWork.resume(ctx, id)),
  },
  {
    name: 'resumeImports',
    find: importWork.listStalled,
    handle: oneByOne((ctx, { id }) => importWork.resume(ctx, id)),
  },
  {
    name: 'sendMovingLinks',
    find: listLinksToSend,
    handle: oneByOne((ctx, { id }) => sendLink(ctx, id)),
    nextAt: nextLinkAt,
  },
  {
    name: 'warnOfEnds',
    find: listEndsToWarnOf,
    handle: oneByOne((ctx, { id }) => warnOfEnd(ctx, id)),
    nextAt: nextEndWarningAt,
  },
  {
    name: 'warnOfCards',
    find: listCardsToWarnOf,
    handle: oneByOne((ctx, { id }) => warnOfCard(ctx, id)),
    nextAt: nextCardWarningAt,
  },
  {
    name: 'deliverMessages',
    find: listDueMessages,
    handle: inSets(enqueueMessages),
    nextAt: nextMessageAt,
  },
];

/**
 * The jobs that check the database. They run after the billing jobs. Otherwise due work would be reported as
 * an error.
 */
export const CHECK_JOBS: readonly ScheduledJob[] = [
  {
    name: 'reconcile',
    find: listReconciliation,
    handle: oneByOne(async (ctx) => {
      const state = await reconcile(ctx);
      if (state?.startedAt === null && state.finishedAt !== null) await readPayouts(ctx.db, 'worker');
    }),
  },
  {
    name: 'checkInvariants',
    find: listInvariantCheck,
    handle: oneByOne(async (ctx) => void (await checkInvariants(ctx))),
  },
];

/** All scheduled jobs. The jobs of the queue are in worker/queue-tasks.ts. */
export const SCHEDULED_JOBS: readonly ScheduledJob[] = [...BILLING_JOBS, ...CHECK_JOBS];
