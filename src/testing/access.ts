import { registration } from './people';

/** What belongs to the person a call is about. */
export interface Own {
  sessionId: string;
  orderId: string;
  cardId: string;
}
/** Who a call is for. */
export type Access =
  /** Everybody. */
  | 'open'
  /** Any caller with a session. */
  | 'session'
  /** A session whose subscription awaits its first payment. */
  | 'registering'
  /** Everybody but a subscriber. */
  | 'not_subscribed'
  /** Any other account with a subscription. */
  | 'subscriber'
  /** The same, for what is theirs: to anybody else it is not there. */
  | 'owner'
  /** Any account, for a session of its own: any other is not there. */
  | 'own_session'
  /** None of these callers: the call needs a token or a signature. */
  | 'token'
  /** A document of an order: for the subscriber who paid it; before the payment it does not exist for any session. */
  | 'of_a_paid_order'
  /** Not there at all without a token. */
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
