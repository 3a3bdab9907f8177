import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  primaryKey,
} from 'drizzle-orm/pg-core';
import type { LineIntent } from '@/domain/line';
import type { Locale } from '@/domain/locale';
import type { Undo } from '@/domain/link';
import type { ChallengePurpose } from '@/domain/passkey';
import type { LogInMethod } from '@/domain/session';
import type { ConsentPurpose } from '@/domain/consent';
import { accountPlaceSql, accountTextSql, searchKeySql } from '../search-key';
import { instant, ownedBy } from './columns';

/** A user who can log in. The e-mail is stored as typed and compared by `emailNorm`. */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    emailNorm: text('email_norm').notNull(),
    emailVerifiedAt: instant('email_verified_at'),
    /** The e-mail address that last rejected mail; null without one. Ignored after the account's e-mail changed. */
    failedEmailNorm: text('failed_email_norm'),
    emailFailedAt: instant('email_failed_at'),
    emailFailure: text('email_failure').$type<'refused' | 'bounce' | 'complaint'>(),
    passwordHash: text('password_hash'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone').notNull(),
    ageGroup: text('age_group'),
    locale: text('locale').$type<Locale>().notNull(),
    /** Whether the account receives messages that the contract does not require; see `isOptional`. */
    optionalMessages: boolean('optional_messages').notNull().default(true),
    address: text('address'),
    subdistrict: text('subdistrict'),
    district: text('district'),
    province: text('province'),
    postalCode: text('postal_code'),
    omiseCustomerId: text('omise_customer_id').unique(),
    /** The random id under which authenticators store the passkeys of the account; null before the first one. */
    passkeyHandle: text('passkey_handle').unique(),
    consentAt: instant('consent_at').notNull(),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('accounts_email_once').on(t.emailNorm),
    index('accounts_by_phone').on(t.phone),
    // The order of the list for other programs.
    index('accounts_by_time').on(t.createdAt, t.id),
    ...(['email_norm', 'lower(first_name)', 'lower(last_name)'] as const).map((column) =>
      index(`accounts_by_${column.replace(/lower\(|\)/g, '')}`)
        .on(sql.raw(`${column} text_pattern_ops`))
        .where(sql`${t.deletedAt} is null`),
    ),
    // The domain of the e-mail is not in the index: every second subscriber has the same one.
    index('accounts_search')
      .using('gin', sql.raw(`${searchKeySql(accountTextSql())} gin_trgm_ops`))
      .where(sql`${t.deletedAt} is null`),
    index('accounts_search_place')
      .using('gin', sql.raw(`${searchKeySql(accountPlaceSql())} gin_trgm_ops`))
      .where(sql`${t.deletedAt} is null`),
    index('accounts_address_to_erase')
      .on(t.id)
      .where(sql`${t.deletedAt} is not null and ${t.address} is not null`),
    index('accounts_failed_email')
      .on(t.emailFailedAt)
      .where(sql`${t.failedEmailNorm} is not null`),
    check('accounts_email_failure', sql`${t.emailFailure} in ('refused','bounce','complaint')`),
    check('accounts_phone_shape', sql`${t.phone} ~ '^0[0-9]{9}$' or ${t.deletedAt} is not null`),
    check('accounts_postal_code_shape', sql`${t.postalCode} ~ '^[0-9]{5}$'`),
    check('accounts_address_whole', sql`(${t.address} is null) = (${t.postalCode} is null)`),
  ],
);

/**
 * A LINE profile that is linked to an account. An account has at most one profile, and a profile has at most
 * one account.
 */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    displayName: text('display_name'),
    friend: boolean('friend').notNull().default(false),
    blocked: boolean('blocked').notNull().default(false),
    connectedAt: instant('connected_at').notNull(),
    /** The id of the rich menu that LINE shows to the user; null for the default one. */
    menuId: text('menu_id'),
  },
  (t) => [
    uniqueIndex('identities_subject_once').on(t.provider, t.subject),
    uniqueIndex('identities_account_once').on(t.provider, t.accountId),
    index('identities_of_account').on(t.accountId),
  ],
);

/** A passkey of an account: the public half of a key pair whose private half is in the user's authenticator. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    /** The id by which the authenticator finds the key, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** The public key in COSE format, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The signature counter of the last log-in. Always 0 for synced passkeys. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches the authenticator, for example 'internal' or 'hybrid'. */
    transports: text('transports').array().notNull(),
    /** Whether the authenticator copies the passkey to other devices of its user. */
    synced: boolean('synced').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('passkeys_credential_once').on(t.credentialId),
    index('passkeys_of_account').on(t.accountId),
    check('passkeys_counter', sql`${t.counter} between 0 and 4294967295`),
    check('passkeys_name', sql`length(${t.name}) between 1 and 60`),
  ],
);

/** A log-in session. `id` is the SHA-256 of the cookie's value, so that a reader of the table cannot log in. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: ownedBy('account_id', () => accounts.id).notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    device: text('device'),
    /** The log-in method. It decides which changes the session may make without a password. */
    method: text('method').$type<LogInMethod>().notNull().default('password'),
    /** The passkey of a log-in by passkey. Null after that passkey was removed. */
    passkeyId: text('passkey_id').references(() => passkeys.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('sessions_of_account').on(t.userId),
    index('sessions_by_expiry').on(t.expiresAt),
    index('sessions_of_passkey').on(t.passkeyId),
    check('sessions_method', sql`${t.method} in ('password','magic_link','line','passkey','registration')`),
    check('sessions_passkey', sql`${t.passkeyId} is null or ${t.method} = 'passkey'`),
  ],
);

/**
 * A LINE log-in in progress, bound to the browser that started it. The row is deleted when the browser
 * returns from LINE.
 */
export const lineFlows = pgTable(
  'line_flows',
  {
    /** SHA-256 of the secret in the browser's cookie. */
    id: text('id').primaryKey(),
    stateHash: text('state_hash').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    intent: text('intent').$type<LineIntent>().notNull(),
    /** The account to link LINE with; null unless `intent` is `link`. */
    accountId: ownedBy('account_id', () => accounts.id),
    /** The mark of the LINE user to whom the button of a message was sent; null for a flow from a page. */
    forUser: text('for_user'),
    nextPath: text('next_path').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('line_flows_of_account').on(t.accountId),
    index('line_flows_by_expiry').on(t.expiresAt),
    check('line_flows_intent', sql`${t.intent} in ('login','register','link')`),
    check('line_flows_account', sql`(${t.intent} = 'link') = (${t.accountId} is not null)`),
  ],
);

/** The LINE profile of a visitor who has logged in with LINE and has not registered yet. */
export const lineRegistrations = pgTable(
  'line_registrations',
  {
    /** SHA-256 of the secret in the browser's cookie. */
    id: text('id').primaryKey(),
    subject: text('subject').notNull(),
    displayName: text('display_name'),
    /** The unverified e-mail address from LINE; null if LINE returned no address. */
    email: text('email'),
    friend: boolean('friend').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('line_registrations_by_expiry').on(t.expiresAt)],
);

/** One-time links and codes: e-mail verification, magic link, password reset, e-mail change, "this was not me". */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    tokenHash: text('token_hash').notNull(),
    codeHash: text('code_hash'),
    /** SHA-256 of the secret of the browser that requested it; of a link in LINE, of its LINE user. */
    browserHash: text('browser_hash'),
    email: text('email'),
    /** Whether a known device of the account requested the token. Requests from other devices do not end it. */
    fromKnownDevice: boolean('from_known_device').notNull().default(false),
    /** The change that a "this was not me" link undoes; null for other kinds of token. */
    undo: jsonb('undo').$type<Undo>(),
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    uniqueIndex('one_time_tokens_hash_once').on(t.tokenHash),
    index('one_time_tokens_of_account').on(t.accountId, t.kind),
    check(
      'one_time_tokens_kind',
      sql`${t.kind} in ('verify_email','magic_link','line_link','password_reset','email_change','not_me')`,
    ),
    index('one_time_tokens_holding_email')
      .on(t.email)
      .where(sql`${t.kind} = 'not_me'`),
    check('one_time_tokens_undo', sql`(${t.kind} = 'not_me') = (${t.undo} is not null)`),
    check('one_time_tokens_tries', sql`${t.tries} between 0 and 5`),
  ],
);

/** Rate-limit counters: the number of uses of each key in its time window. All processes share them. */
export const throttles = pgTable('throttles', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** The instants of the uses of a rolling limit, oldest first; null for other limits. */
  uses: timestamp('uses', { withTimezone: true }).array(),
  windowEndsAt: instant('window_ends_at').notNull(),
});

/**
 * A passkey ceremony in progress, bound to the browser and the purpose for which it was started. The row is deleted
 * when the browser answers the challenge.
 */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** The random challenge that the authenticator signs, in base64url. */
    challenge: text('challenge').primaryKey(),
    /** SHA-256 of the secret in the browser's cookie. */
    browserHash: text('browser_hash').notNull(),
    purpose: text('purpose').$type<ChallengePurpose>().notNull(),
    /** Who must answer the challenge; null for a log-in, which may be of any account. */
    subject: text('subject'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_by_expiry').on(t.expiresAt),
    check('passkey_challenges_purpose', sql`${t.purpose} in ('log_in','prove','add')`),
    check('passkey_challenges_subject', sql`(${t.purpose} = 'log_in') = (${t.subject} is null)`),
  ],
);

/** The calendar feed of an account that has turned it on. A new address replaces the row. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    accountId: ownedBy('account_id', () => accounts.id).primaryKey(),
    /** The SHA-256 of the token in the address. The address itself is shown once and not stored. */
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('calendar_feeds_hash_once').on(t.tokenHash)],
);

/**
 * The consents of an account: purpose, version of the text, and when given and withdrawn. A new consent adds
 * a row, and a withdrawal sets `withdrawnAt`.
 */
export const consents = pgTable(
  'consents',
  {
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    purpose: text('purpose').$type<ConsentPurpose>().notNull(),
    /** The version of the consent text, which is the date of the text. */
    textVersion: text('text_version').notNull(),
    givenAt: instant('given_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.purpose, t.textVersion, t.givenAt] }),
    uniqueIndex('consents_once_in_force')
      .on(t.accountId, t.purpose)
      .where(sql`${t.withdrawnAt} is null`),
    index('consents_withdrawn')
      .on(t.withdrawnAt)
      .where(sql`${t.withdrawnAt} is not null`),
    check('consents_purpose', sql`${t.purpose} in ('data','charging')`),
    check('consents_order', sql`${t.withdrawnAt} >= ${t.givenAt}`),
  ],
);
