import { registration } from './people';

/** Data of the account that the call concerns. */
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
  /** Any other account with a subscription. */
  | 'subscriber'
  /** Only the owner of the data. Other accounts get NOT_FOUND. */
  | 'owner'
  /** Any account, for its own sessions. Sessions of others are not found. */
  | 'own_session'
  /** None of these callers: the call needs a token or a signature. */
  | 'token'
  /** A document of an order: for the subscriber who paid it. Before the payment it does not exist. */
  | 'of_a_paid_order'
  /** Not found without a token. */
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
