/** What the fake LINE remembers. Instants are milliseconds. */

export const FRIENDSHIPS = ['friend', 'not_friend', 'blocked'] as const;
export type Friendship = (typeof FRIENDSHIPS)[number];

/** Somebody with the LINE app. */
export interface PersonRecord {
  /** User id: `U` and 32 hex digits, the same for both channels. */
  id: string;
  /** Short name for tests. */
  key: string;
  name: string;
  /** null: none, or not shown to channels. */
  email: string | null;
  hasPicture: boolean;
  friendship: Friendship;
  /** What else to know about them; for the consent page. */
  note: string;
}

/** An authorisation code that waits to be exchanged. */
export interface CodeRecord {
  id: string;
  personId: string;
  redirectUri: string;
  /** null: asked without PKCE. */
  challenge: string | null;
  nonce: string | null;
  scope: string[];
  /** Whether the id token should tell when the person logged in. */
  wantsAuthTime: boolean;
  createdAt: number;
}

/** An access token of a person and the refresh token that came with it. */
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

/** An answer given before the consent page has asked. */
export interface ConsentRecord {
  id: string;
  personId: string;
  action: ConsentAction;
}

/** Something the platform tells the app about, and how that went. */
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
  /** 0: no answer. */
  status: number;
  error: string | null;
}

/** Whether a message reached the phone; LINE answers 200 to all of these. */
export type Fate = 'delivered' | 'blocked' | 'not_friend' | 'unknown_person';

/** A message pushed to somebody. */
export interface MessageRecord {
  id: string;
  to: string;
  at: number;
  message: Record<string, unknown>;
  fate: Fate;
}

/** A push that was accepted under a retry key. */
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

/** How many messages the account may send a month, and has sent. */
export interface QuotaRecord {
  id: 'quota';
  /** null: no limit. */
  limit: number | null;
  /** `2026-11`, Bangkok. */
  month: string;
  used: number;
}

/** A token that lets somebody tie their LINE to an account of the app. */
export interface LinkRecord {
  id: string;
  userId: string;
  createdAt: number;
}
