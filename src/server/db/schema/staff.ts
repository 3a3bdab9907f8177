import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Locale } from '@/domain/locale';
import type { TokenScope } from '@/domain/api-token';
import type { StaffRole } from '@/domain/staff';
import { accounts } from './account';
import { instant, ownedBy, satang } from './columns';

/** A person who works at the desk. Not an account: staff cannot subscribe, subscribers cannot open the desk. */
export const staff = pgTable(
  'staff',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    emailNorm: text('email_norm').notNull(),
    /** Empty until the invitation is accepted. */
    name: text('name').notNull().default(''),
    role: text('role').$type<StaffRole>().notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    /** What a member of the support may refund in a day. Other roles have no such limit. */
    refundLimit: satang('refund_limit').notNull().default(0),
    passkeyHandle: text('passkey_handle').notNull().unique(),
    /** The secret of the authenticator app, sealed with APP_SECRET; null without an app. */
    totpSealed: text('totp_sealed'),
    /** The time step of the last accepted code. No step is accepted twice. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    invitedAt: instant('invited_at').notNull(),
    joinedAt: instant('joined_at'),
    removedAt: instant('removed_at'),
  },
  (t) => [
    uniqueIndex('staff_email_once').on(t.emailNorm),
    check('staff_refund_limit', sql`${t.refundLimit} between 0 and 10000000`),
    check('staff_role', sql`${t.role} in ('support','warehouse','finance','owner')`),
    check('staff_name', sql`length(${t.name}) <= 60 and (${t.joinedAt} is null or ${t.name} <> '')`),
  ],
);

/** A link that was mailed to a member of the staff: an invitation, or the first half of a log-in. */
export const staffLinks = pgTable(
  'staff_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    staffId: ownedBy('staff_id', () => staff.id).notNull(),
    purpose: text('purpose').$type<'invitation' | 'log_in'>().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('staff_links_of_staff').on(t.staffId),
    index('staff_links_by_expiry').on(t.expiresAt),
    check('staff_links_purpose', sql`${t.purpose} in ('invitation','log_in')`),
  ],
);

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: text('id').primaryKey(),
    staffId: ownedBy('staff_id', () => staff.id).notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    synced: boolean('synced').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('staff_passkeys_credential_once').on(t.credentialId),
    index('staff_passkeys_of_staff').on(t.staffId),
    check('staff_passkeys_counter', sql`${t.counter} between 0 and 4294967295`),
  ],
);

export const staffSessions = pgTable(
  'staff_sessions',
  {
    /** SHA-256 of the secret in the cookie. */
    id: text('id').primaryKey(),
    staffId: ownedBy('staff_id', () => staff.id).notNull(),
    method: text('method').$type<'passkey' | 'totp'>().notNull(),
    device: text('device'),
    createdAt: instant('created_at').notNull(),
    /** When the member last proved the identity: at the log-in, or by a proof in the session. */
    provenAt: instant('proven_at').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [
    index('staff_sessions_of_staff').on(t.staffId),
    index('staff_sessions_by_age').on(t.createdAt),
    check('staff_sessions_method', sql`${t.method} in ('passkey','totp')`),
    check('staff_sessions_seen', sql`${t.seenAt} >= ${t.createdAt} and ${t.provenAt} >= ${t.createdAt}`),
  ],
);

/** A token with which another program calls the API. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** The owner with whose membership it ends: who made it, or took it over. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** What it may refund in a day. */
    refundLimit: satang('refund_limit').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('api_tokens_hash_once').on(t.tokenHash),
    check('api_tokens_name', sql`length(${t.name}) between 1 and 60`),
    // Only their form: a new scope needs no migration, and an unknown one opens nothing.
    check(
      'api_tokens_scopes',
      sql`array_to_string(${t.scopes}, ' ') ~ '^[a-z]+(:(read|write))?( [a-z]+(:(read|write))?)*$'`,
    ),
    check('api_tokens_refund_limit', sql`${t.refundLimit} between 0 and 10000000`),
    check('api_tokens_expiry', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);

/** A note of the staff about a subscriber. It is erased with the account's personal data. */
export const staffNotes = pgTable(
  'staff_notes',
  {
    id: text('id').primaryKey(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    staffId: text('staff_id').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('staff_notes_of_account').on(t.accountId, t.createdAt),
    check('staff_notes_body', sql`length(${t.body}) between 1 and 2000`),
  ],
);

/** A list of the desk with filter and columns, under a name that a member gave it. */
export const deskViews = pgTable(
  'desk_views',
  {
    id: text('id').primaryKey(),
    staffId: ownedBy('staff_id', () => staff.id).notNull(),
    name: text('name').notNull(),
    /** The query of the list's address. */
    query: text('query').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('desk_views_once').on(t.staffId, t.name),
    check('desk_views_lengths', sql`length(${t.name}) between 1 and 40 and length(${t.query}) <= 1000`),
  ],
);
