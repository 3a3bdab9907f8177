import type { TaskList } from 'graphile-worker';
import { sendPasswordReset } from '@/server/login/password-reset';
import { sendStaffLink } from '@/server/login/staff/log-in-by-mail';
import { runScheduledBilling } from '@/server/work/jobs/scheduled-run';
import { rollUpNumbers } from '@/server/desk/numbers/roll-up';
import { contextNotBefore, presentContext } from '@/server/platform/context';
import type { Jobs } from '@/server/platform/job-queue';
import { inTrace } from '@/server/platform/trace';
import { deliverMessages } from '@/server/work/messages/deliver';
import { deleteLinkAtGateway } from '@/server/money/bank-accounts/delete-link';
import { removeCustomer, removeOrphanCard } from '@/server/money/cards/customers';
import { queueBroadcast } from '@/server/desk/acts/broadcasts';
import { continueOffer } from '@/server/desk/acts/offer-substitute';
import { runRehearsal } from '@/server/desk/acts/prices/run-rehearsal';
import { sendRefund } from '@/server/money/refunds/refund';
import { bulkWork } from '@/server/subscriber/bulk/run-bulk';
import { settleLineEvent } from '@/server/subscriber/line-chat/answer-event';
import { importWork } from '@/server/subscriber/moving-in/run-import';
import { unlinkMenu } from '@/server/subscriber/line-chat/link-menus';
import { settleParcelEvent } from '@/server/shop/parcels/webhooks';
import { settleEvent } from '@/server/money/reconciliation/webhooks';

/** The tasks of events of other providers than the card gateway. */
const EVENT_TASKS: Record<string, typeof settleEvent> = {
  mycloud: settleParcelEvent,
  line: settleLineEvent,
};

/** The work of each job of platform/job-queue.ts. */
const WORK: { [N in keyof Jobs]: (payload: Jobs[N]) => Promise<unknown> } = {
  deliver_message: ({ messageId, dueAt }) => deliverMessages(contextNotBefore(new Date(dueAt)), [messageId]),
  deliver_set: ({ messageIds, dueAt }) => deliverMessages(contextNotBefore(new Date(dueAt)), messageIds),
  send_password_reset: (job) => sendPasswordReset(presentContext(), job),
  send_staff_link: (job) => sendStaffLink(presentContext(), job),
  settle_event: ({ provider, eventId }) =>
    EVENT_TASKS[provider]?.(presentContext(), eventId) ?? settleEvent(presentContext(), eventId),
  unlink_line_menu: ({ subject }) => unlinkMenu(presentContext(), subject),
  send_refund: ({ refundId }) => sendRefund(presentContext(), refundId),
  delete_customer: ({ customerId }) => removeCustomer(customerId),
  delete_card: (card) => removeOrphanCard(presentContext(), card),
  delete_link: (link) => deleteLinkAtGateway(presentContext(), link),
  rehearse_prices: ({ changeId }) => runRehearsal(presentContext(), changeId),
  queue_broadcast: ({ broadcastId }) => queueBroadcast(presentContext(), broadcastId),
  move_in: ({ importId }) => importWork.goOn(presentContext(), importId),
  change_bulk: ({ bulkId }) => bulkWork.goOn(presentContext(), bulkId),
  offer_substitute: (offer) => continueOffer(presentContext(), offer),
};

/** The tasks of all queued jobs. A job continues the trace of the request that queued it. */
export const QUEUE_TASKS: TaskList = Object.fromEntries(
  Object.entries(WORK).map(([name, work]) => [
    name,
    (payload) => inTrace(() => (work as (job: unknown) => Promise<void>)(payload), traceOf(payload)),
  ]),
);

const traceOf = (payload: unknown) => (payload as { trace?: string }).trace;

const { deliver_set, rehearse_prices, queue_broadcast, move_in, ...rest } = QUEUE_TASKS;
const { change_bulk, offer_substitute, ...others } = rest;
/** The short jobs. A subscriber may wait for their result. */
export const PROMPT_TASKS: TaskList = others;
/** The long jobs. No subscriber waits for their result. */
export const SET_TASKS: TaskList = {
  deliver_set,
  rehearse_prices,
  queue_broadcast,
  move_in,
  change_bulk,
  offer_substitute,
};

/** Returns the tasks that the crontab starts: the billing run, and the figures of the desk. */
export const billingTasks = (stopping: AbortSignal) => ({
  run_billing: () => inTrace(() => runScheduledBilling(stopping)),
  roll_up_numbers: () => inTrace(() => rollUpNumbers(presentContext(), stopping)),
});

/**
 * The crontab: it starts a billing run every minute. The jobs of a billing run are in
 * server/work/jobs/scheduled-jobs.ts. Every minute it also asks which months of the desk's figures are due: mostly none.
 */
export const CRONTAB = `* * * * * run_billing ?max=1&jobKey=run_billing
* * * * * roll_up_numbers ?max=1&jobKey=roll_up_numbers`;
