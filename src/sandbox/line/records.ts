/** Stored state of the fake LINE. Instants are milliseconds. */

export const FRIENDSHIPS = ['friend', 'not_friend', 'blocked'] as const;
export type Friendship = (typeof FRIENDSHIPS)[number];

/** A LINE user. */
export interface PersonRecord {
  /** User id: `U` and 32 hex digits, the same for both channels. */
  id: string;
  /** Short name for tests. */
  key: string;
  name: string;
  /** Null: none, or not shown to channels. */
  email: string | null;
  hasPicture: boolean;
  friendship: Friendship;
  /** A note for the consent page. */
  note: string;
}

/** An authorisation code that is not exchanged yet. */
export interface CodeRecord {
  id: string;
  personId: string;
  redirectUri: string;
  /** Null without PKCE. */
  challenge: string | null;
  nonce: string | null;
  scope: string[];
  /** Whether the id token should contain the time of the log-in. */
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

/** A decision that a test prepared for the consent page. */
export interface ConsentRecord {
  id: string;
  personId: string;
  action: ConsentAction;
}

/** An event that is sent to the app, with its deliveries. */
export interface EventRecord {
  /** `webhookEventId`, a ULID. */
  id: string;
  /** `follow`, `unfollow`, `message`, `postback`, `accountLink` */
  key: string;
  userId: string;
  at: number;
  /** The event's own fields: `{follow: {isUnblocked: true}}`. */
  facts: Record<string, unknown>;
  deliveries: DeliveryRecord[];
}

export interface DeliveryRecord {
  at: number;
  isRedelivery: boolean;
  /** 0: no response. */
  status: number;
  error: string | null;
}

/** Whether a message reached the phone; LINE answers 200 in all cases. */
export type Fate = 'delivered' | 'blocked' | 'not_friend' | 'unknown_person';

/** A message pushed to a user. */
export interface MessageRecord {
  id: string;
  to: string;
  at: number;
  message: Record<string, unknown>;
  fate: Fate;
}

/** A push that was accepted with a retry key. */
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

/** The account's monthly quota of messages and its use. */
export interface QuotaRecord {
  id: 'quota';
  /** null: no limit. */
  limit: number | null;
  /** `2026-11`, Bangkok. */
  month: string;
  used: number;
}

/** A token that links a LINE user to an account of the app. */
export interface LinkRecord {
  id: string;
  userId: string;
  createdAt: number;
}
