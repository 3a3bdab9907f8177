import { z } from 'zod';
import type { Who } from '@/server/api/call';
import { CALLS, type Call } from '@/server/api/calls';
import { registration } from './browser';

/** Ids of an account's session, order, card, passkey, bank account and refund. Calls of other accounts use these ids. */
export interface Own {
  sessionId: string;
  orderId: string;
  cardId: string;
  passkeyId: string;
  bankAccountId: string;
  refundId: string;
}
/** The allowed callers of a call. */
export type Access =
  /** All callers. */
  | 'open'
  /** Any caller with a session. */
  | 'session'
  /** Any caller with a session of a registration that awaits its first payment. */
  | 'registering'
  /** All callers except subscribers. */
  | 'not_subscribed'
  /** Any subscriber. The call reads or changes only the caller's own data. */
  | 'subscriber'
  /** Only the account that owns the data. Other accounts get NOT_FOUND. */
  | 'owner'
  /** Any account, for its own sessions and refunds. Those of another account are not found. */
  | 'own_row'
  /** Only callers with a token or a signature. A session is not enough. */
  | 'token'
  /** Only the subscriber who paid the order. An unpaid order has no document. */
  | 'of_a_paid_order'
  /** Only callers with a token. All other callers get NOT_FOUND. */
  | 'hidden';

const OF: Record<Who, Access> = {
  anyone: 'open',
  not_subscribed: 'not_subscribed',
  logged_in: 'session',
  registering: 'registering',
  subscriber: 'subscriber',
  link: 'hidden',
  operator: 'token',
  token: 'token',
};

/** The calls whose test input or state lets other callers in than `who` says. */
const OTHERS: Record<string, Access> = {
  // After the first order was paid, the call returns its outcome again. Subscribers of the tests paid by card.
  'registration.payByCard': 'session',
  'bankAccounts.payFirst': 'session',
  // Without a token, the call corrects the log-in of the registration of the session.
  'registration.confirmEmail': 'registering',
};

const fieldsOf = ({ input }: Call) => (input instanceof z.ZodObject ? Object.keys(input.shape) : []);

/** Returns the allowed callers of a call. A call with the id of a row is only for the owner of the row. */
export function accessOf(call: Call): Access {
  const { who } = call.meta;
  if (!who) throw new Error(`${call.name} does not say who may call it.`);
  const fields = fieldsOf(call);
  if (
    who === 'subscriber' &&
    ['orderId', 'cardId', 'passkeyId', 'bankAccountId'].some((id) => fields.includes(id))
  )
    return 'owner';
  if (who === 'logged_in' && (fields.includes('sessionId') || fields.includes('refundId'))) return 'own_row';
  return OTHERS[call.name] ?? OF[who];
}

/** Returns the input of a call: its example, with ids of `own`, a new e-mail, and no password, as callers of tests have none. */
export function inputOf(call: Call, own: Own): Record<string, unknown> | undefined {
  const { input, meta } = call;
  if (!input) return undefined;
  const example = { ...(meta.example?.input as Record<string, unknown> | undefined) };
  delete example.currentPassword;
  if (meta.who === 'subscriber' && !('confirmPassword' in example)) delete example.password;
  const fields = fieldsOf(call);
  const ids = Object.entries({ ...own }).filter(([name]) => fields.includes(name));
  const email = 'email' in example ? { email: registration().email } : {};
  return { ...example, ...Object.fromEntries(ids), ...email };
}

/** Returns the call with a mutation of GraphQL. */
export function callOfMutation(mutation: string): Call {
  const found = CALLS.find(({ meta: { graphql = [] } }) =>
    [graphql].flat().some((one) => one.mutation === mutation),
  );
  if (!found) throw new Error(`no call has the mutation ${mutation}`);
  return found;
}

export const ITEMS = [{ productCode: 'day-pads', quantity: 3 }];
export const CHIANG_MAI = {
  address: '9 Nimman',
  district: 'Mueang Chiang Mai',
  province: 'Chiang Mai',
  postalCode: '50200',
};
export const BUYER = {
  name: 'Example Trading Co., Ltd.',
  address: '12 Sukhumvit Road, Bangkok 10110',
  taxId: '0107537000521',
  branch: '00000',
};
