import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { MessagePayloads } from '@/emails/messages';
import { addressText } from '@/locales/format';
import type { CallerChange } from '@/schemas/desk-subscribers';
import { accounts } from '../../db/schema';
import type { OnBehalf } from '../../lifecycle/requester';
import type { Caller } from '../../platform/caller';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { accountUrl } from '../../platform/site-url';
import { updateDetails } from '../../subscriber/account/details';
import { requestEmailFor } from '../../subscriber/account/email-change';
import {
  changeBox,
  changeFrequency,
  changePaymentDay,
  updateAddress,
} from '../../subscriber/plan/plan-commands';
import type { SubscriptionView } from '../../subscriber/plan/queries';
import { messageTo, type ComingMessage } from './messages';
import { onBehalf } from './notes';

const KIND = 'changed_for_you';

interface RequestedChange {
  accountId: string;
  /** The version of the subscription that the member saw. */
  version: number;
  reason?: string | undefined;
  change: CallerChange;
  preview: boolean;
}

/**
 * Changes something for a subscriber who asked a member of the staff or another program, by the subscriber's own command. The subscriber gets
 * a message. A preview changes nothing.
 * @returns the plan after the change, null for a change of name, phone or e-mail; and the message of the subscriber
 * @throws AppError NOT_FOUND for an unknown or a deleted account, the errors of the command, OWN_ACCOUNT
 */
export async function changeForCaller(
  ctx: Ctx & { caller: Caller },
  actor: string,
  { accountId, version, reason, change, preview }: RequestedChange,
): Promise<{ after: SubscriptionView | null; message: ComingMessage }> {
  const [account] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
  if (!account) throw new AppError('NOT_FOUND');
  const payload = {
    firstName: account.firstName,
    accountUrl: accountUrl(account.locale),
    ...payloadOf(change),
  };
  const by: OnBehalf = {
    ...onBehalf(actor, accountId, reason),
    message: {
      kind: KIND,
      accountId,
      dedupeKey: `${KIND}:${newId('message')}`,
      asked: true,
      payload,
      // What a new e-mail or phone number would hide from its owner goes to the e-mail of before.
      ...(change.kind === 'email' && { toAddress: account.email }),
    },
  };
  const after = await make(ctx, change, { by, version, preview });
  return { after, message: await messageTo(ctx, account, KIND, payload) };
}

async function make(
  ctx: Ctx & { caller: Caller },
  change: CallerChange,
  { by, version, preview }: { by: OnBehalf; version: number; preview: boolean },
): Promise<SubscriptionView | null> {
  const options = { by, version, preview };
  const { accountId } = by;
  switch (change.kind) {
    case 'address': {
      const { address, subdistrict, district, province, postalCode } = change;
      return updateAddress(ctx, accountId, {
        address,
        subdistrict,
        district,
        province,
        postalCode,
        ...options,
      });
    }
    case 'box':
      return changeBox(ctx, accountId, { items: change.items, ...options });
    case 'frequency':
      return changeFrequency(ctx, accountId, {
        frequency: change.frequency,
        after: change.after,
        ...options,
      });
    case 'payment_day':
      return changePaymentDay(ctx, accountId, { paymentDay: change.paymentDay, ...options });
    case 'person': {
      const { firstName, lastName, phone } = change;
      if (!preview) await updateDetails(ctx, accountId, { firstName, lastName, phone }, by);
      return null;
    }
    case 'email':
      if (!preview) await requestEmailFor(ctx, change.email, by, ctx.caller);
      return null;
  }
}

type Facts = Omit<MessagePayloads[typeof KIND], 'firstName' | 'accountUrl'>;

/** Returns what the message says about a change. */
function payloadOf(change: CallerChange): Facts {
  switch (change.kind) {
    case 'address': {
      const { subdistrict = null, district = null, ...place } = change;
      return { what: 'address', place: addressText({ ...place, subdistrict, district }) };
    }
    case 'frequency':
      return { what: 'frequency', frequency: change.frequency };
    case 'payment_day':
      return { what: 'payment_day', paymentDay: change.paymentDay };
    case 'person':
      return {
        what: 'person',
        phoneEnd: change.phone.slice(-4),
      };
    case 'box':
    case 'email':
      return { what: change.kind };
  }
}
