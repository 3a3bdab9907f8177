/** Records of the fake LINE that the sandbox stores. Instants are milliseconds. */

export const FRIENDSHIPS = ['friend', 'not_friend', 'blocked'] as const;
export type Friendship = (typeof FRIENDSHIPS)[number];

/** A LINE user. */
export interface PersonRecord {
  /** The user id, `U` and 32 hex digits. The login channel and the messaging channel use the same id. */
  id: string;
  /** The short name by which tests find the user. */
  key: string;
  name: string;
  /** Null: the user has no e-mail or does not share it with channels. */
  email: string | null;
  hasPicture: boolean;
  friendship: Friendship;
  /** A note about the user on the consent page. */
  note: string;
}

/** An authorisation code that the app has not exchanged yet. */
export interface CodeRecord {
  id: string;
  personId: string;
  redirectUri: string;
  /** The PKCE challenge. Null without PKCE. */
  challenge: string | null;
  nonce: string | null;
  scope: string[];
  /** Whether the id token contains the time of the log-in. */
  wantsAuthTime: boolean;
  createdAt: number;
}

/** A user's access token with its refresh token. */
export interface TokenRecord {
  id: string;
  refreshToken: string;
  personId: string;
  scope: string[];
  createdAt: number;
  refreshUntil: number;
  revoked: boolean;
}

export const CONSENT_ACTIONS = [
  'allow',
  'allow_add_friend',
  'cancel',
  'auto_login_failure',
  'server_error',
  'login_required',
  'open_twice',
] as const;
export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** A decision on the consent page that a test prepared. */
export interface ConsentRecord {
  id: string;
  personId: string;
  action: ConsentAction;
}

/** An event for the app, with the attempts to deliver it. */
export interface EventRecord {
  /** The `webhookEventId`, a ULID. */
  id: string;
  /** One of `follow`, `unfollow`, `message`, `postback`, `accountLink`. */
  key: string;
  userId: string;
  at: number;
  /** The fields that only this kind of event has, such as `{follow: {isUnblocked: true}}`. */
  facts: Record<string, unknown>;
  /** The token to reply with. Every delivery of the event has the same one. */
  replyToken: string;
  deliveries: DeliveryRecord[];
}

/** A token to reply with, usable once. */
export interface ReplyTokenRecord {
  /** The token. */
  id: string;
  userId: string;
  /** When the event happened, and when it was delivered last. */
  eventAt: number;
  issuedAt: number;
  isUsed: boolean;
}

export interface DeliveryRecord {
  at: number;
  isRedelivery: boolean;
  /** HTTP status of the response. 0: no response. */
  status: number;
  error: string | null;
}

/** Whether a message was delivered to the phone, or why not. LINE responds 200 in all cases. */
export type Fate = 'delivered' | 'blocked' | 'not_friend' | 'unknown_person';

/** A message that the app pushed to a user. */
export interface MessageRecord {
  id: string;
  to: string;
  at: number;
  message: Record<string, unknown>;
  fate: Fate;
}

/** A push with a retry key that LINE accepted. */
export interface PushRecord {
  /** The retry key, in lower case. */
  id: string;
  requestId: string;
  sentMessages: SentMessage[];
  at: number;
}

export interface SentMessage {
  id: string;
  quoteToken: string;
}

/** The official account's monthly message quota, with the number of used messages. */
export interface QuotaRecord {
  id: 'quota';
  /** The number of messages per month. Null: no limit. */
  limit: number | null;
  /** The month in Bangkok time, such as `2026-11`. */
  month: string;
  used: number;
}

/** A rich menu of the account. `picture`: a PNG in Base64; null before its upload. */
export interface MenuRecord {
  id: string;
  body: Record<string, unknown>;
  picture: string | null;
}

/** The menu that a user sees. The id is that of the user, or `all`. */
export interface MenuLinkRecord {
  id: string;
  menuId: string;
}

/** A picture that a user sent. `jpeg` in Base64; null after LINE deleted it. */
export interface PictureRecord {
  /** The id of its message. */
  id: string;
  jpeg: string | null;
}

/** A token that links a LINE user to an account of the app. */
export interface LinkRecord {
  id: string;
  userId: string;
  createdAt: number;
}
