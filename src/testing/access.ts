import { DELIVERY, registration } from './browser';

/** Ids of an account's session, order, card and passkey. Calls of other accounts use these ids. */
export interface Own {
  sessionId: string;
  orderId: string;
  cardId: string;
  passkeyId: string;
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
  /** Any account, for its own sessions. The session of another account is not found. */
  | 'own_session'
  /** Only callers with a token or a signature. A session is not enough. */
  | 'token'
  /** Only the subscriber who paid the order. An unpaid order has no document. */
  | 'of_a_paid_order'
  /** Only callers with a token. All other callers get NOT_FOUND. */
  | 'hidden';
/** Builds the input of a call from the ids of another account. */
export type Input = (own: Own) => unknown;

export const TOKEN = 'tokn_test_5fzbwc1wcmjpxyzkzfk';
/** A response to a passkey challenge that no browser requested. */
export const ASSERTION = {
  response: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  },
};
export const NEW_PASSKEY = {
  name: 'My phone',
  response: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  },
};
export const REASON = { reason: 'buyWhenNeed' };
export const ITEMS = [{ productCode: 'day-pads', quantity: 3 }];
export const NEW_PASSWORD = { password: 'battery staple', confirmPassword: 'battery staple' };
export const order: Input = ({ orderId }) => ({ orderId });
export const move: Input = ({ orderId }) => ({ orderId, date: '2026-12-24', preview: true });
export const previewOf: Input = ({ orderId }) => ({ orderId, preview: true });
export const CHIANG_MAI = {
  address: '9 Nimman',
  district: 'Mueang Chiang Mai',
  province: 'Chiang Mai',
  postalCode: '50200',
};
export const orderAddress: Input = ({ orderId }) => ({ orderId, ...DELIVERY, preview: true });
export const orderBox: Input = ({ orderId }) => ({ orderId, items: ITEMS, preview: true });
export const BUYER = {
  name: 'Example Trading Co., Ltd.',
  address: '12 Sukhumvit Road, Bangkok 10110',
  taxId: '0107537000521',
  branch: '00000',
};
export const taxInvoice: Input = ({ orderId }) => ({ orderId, ...BUYER });
export const redeem: Input = ({ orderId }) => ({ orderId, productCode: 'day-pads' });
export const card: Input = ({ cardId }) => ({ cardId });
export const passkey: Input = ({ passkeyId }) => ({ passkeyId });
export const renamedPasskey: Input = ({ passkeyId }) => ({ passkeyId, name: 'My phone' });
export const oneSession: Input = ({ sessionId }) => ({ sessionId });
export const fix =
  (value: unknown): Input =>
  () =>
    value;
export const newEmail = () => ({ email: registration().email });
export const corrected = () => ({ email: registration().email, password: 'battery staple' });
