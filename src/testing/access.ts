import { registration } from './people';

/** Ids of the session, order and card of the account that owns the data of a call. */
export interface Own {
  sessionId: string;
  orderId: string;
  cardId: string;
}
/** The allowed callers of a call. */
export type Access =
  /** All callers. */
  | 'open'
  /** Any caller with a session. */
  | 'session'
  /** A session whose subscription awaits its first payment. */
  | 'registering'
  /** All callers except a subscriber. */
  | 'not_subscribed'
  /** Any account with a subscription, on its own data. */
  | 'subscriber'
  /** Only the owner of the data. Other accounts get NOT_FOUND. */
  | 'owner'
  /** Any account, for its own sessions. A session of another account is not found. */
  | 'own_session'
  /** Only callers with a token or a signature. A session does not help. */
  | 'token'
  /** Only the subscriber who paid the order. The document does not exist before the payment. */
  | 'of_a_paid_order'
  /** Only callers with a token. All other callers get NOT_FOUND. */
  | 'hidden';
/** Builds the input from data of another account. */
export type Input = (own: Own) => unknown;

export const TOKEN = 'tokn_test_5fzbwc1wcmjpxyzkzfk';
export const REASON = { reason: 'buyWhenNeed' };
export const ITEMS = [{ productCode: 'day-pads', quantity: 3 }];
export const NEW_PASSWORD = { password: 'battery staple', confirmPassword: 'battery staple' };
export const order: Input = ({ orderId }) => ({ orderId });
export const redeem: Input = ({ orderId }) => ({ orderId, productCode: 'day-pads' });
export const card: Input = ({ cardId }) => ({ cardId });
export const oneSession: Input = ({ sessionId }) => ({ sessionId });
export const fix =
  (value: unknown): Input =>
  () =>
    value;
export const newEmail = () => ({ email: registration().email });
export const corrected = () => ({ email: registration().email, password: 'battery staple' });
