import type { TaskList } from 'graphile-worker';
import { sendPasswordReset } from '@/server/auth/password-reset';
import { runBilling } from '@/server/billing/run';
import { contextNotBefore, presentContext } from '@/server/context';
import type { Jobs } from '@/server/jobs';
import { deliverMessage } from '@/server/messages/deliver';
import { removeCustomer, removeOrphanCard } from '@/server/payments/customers';
import { sendRefund } from '@/server/payments/refunds';
import { settleParcelEvent } from '@/server/parcels/webhooks';
import { settleEvent } from '@/server/payments/webhooks';

/** One task per job name, plus the billing run that the crontab starts. */
const tasks: { [N in keyof Jobs]: (payload: Jobs[N]) => Promise<unknown> } & {
  run_billing: () => Promise<unknown>;
} = {
  deliver_message: ({ messageId, dueAt }) => deliverMessage(contextNotBefore(new Date(dueAt)), messageId),
  send_password_reset: ({ accountId }) => sendPasswordReset(presentContext(), accountId),
  settle_event: ({ provider, eventId }) =>
    provider === 'mycloud'
      ? settleParcelEvent(presentContext(), eventId)
      : settleEvent(presentContext(), eventId),
  send_refund: ({ refundId }) => sendRefund(presentContext(), refundId),
  delete_customer: ({ customerId }) => removeCustomer(customerId),
  delete_card: (card) => removeOrphanCard(presentContext(), card),
  run_billing: () => runBilling(presentContext()),
};

export const TASKS = tasks as unknown as TaskList;

/** The one list of recurring work: what is due is looked for every minute. */
export const CRONTAB = '* * * * * run_billing ?max=1&jobKey=run_billing';
