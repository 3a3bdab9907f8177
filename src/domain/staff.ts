import { HOUR_MS, MINUTE_MS } from './duration';
import { allow, refuse, type Verdict } from './errors';
import type { Satang } from './money';
import { mailboxOf } from './referral';

export const STAFF_ROLES = ['support', 'warehouse', 'finance', 'owner'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The roles that may do each action of the desk. Every procedure of the desk names one action. */
const ROLES_OF = {
  /** Work list and own log-in. Each entry of the list also needs the action of its group. */
  'desk.read': ['support', 'warehouse', 'finance', 'owner'],
  'subscribers.read': ['support', 'finance', 'owner'],
  'subscribers.change': ['support', 'owner'],
  /** To write to a group. */
  'subscribers.writeToGroup': ['support', 'owner'],
  /** To change the plans or points of a group. */
  'subscribers.changeGroup': ['owner'],
  /** Name, phone and e-mail of a subscriber. */
  'subscribers.contact': ['support', 'owner'],
  /** What people write, and the answers to it. */
  'conversations.use': ['support', 'owner'],
  'conversations.delete': ['owner'],
  'money.read': ['support', 'finance', 'owner'],
  'money.book': ['finance', 'owner'],
  'money.refund': ['finance', 'owner'],
  /** Refunds of paid orders. Support refunds up to a limit that an owner sets for each member. */
  'money.refundOrder': ['support', 'finance', 'owner'],
  'money.correct': ['owner'],
  /** Payouts of the gateway, closed months, books for the accountant. */
  'books.use': ['finance', 'owner'],
  'numbers.read': ['finance', 'owner'],
  'parcels.read': ['support', 'warehouse', 'owner'],
  'parcels.change': ['warehouse', 'owner'],
  'catalogue.read': ['support', 'finance', 'owner'],
  'catalogue.change': ['owner'],
  'operation.read': ['support', 'owner'],
  'operation.change': ['owner'],
  'staff.manage': ['owner'],
  'tokens.manage': ['owner'],
  /** Moving subscribers in from another system, and the export of the whole shop. */
  'shop.move': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffAction = keyof typeof ROLES_OF;

export function mayDo(role: StaffRole, action: StaffAction): boolean {
  return (ROLES_OF[action] as readonly StaffRole[]).includes(role);
}

/** The actions whose changes need a proof of identity that is less than ten minutes old; a log-in is one. */
const PROVEN_ACTIONS: ReadonlySet<StaffAction> = new Set([
  'subscribers.contact',
  'subscribers.writeToGroup',
  'subscribers.changeGroup',
  'conversations.delete',
  'money.refund',
  'money.refundOrder',
  'money.correct',
  'catalogue.change',
  'operation.change',
  'staff.manage',
  'tokens.manage',
  'shop.move',
]);

/** Whether a call of this kind for an action needs a fresh proof of identity. A query changes nothing and needs none. */
export function needsProof(action: StaffAction, kind: 'query' | 'mutation' | 'subscription'): boolean {
  return kind !== 'query' && PROVEN_ACTIONS.has(action);
}

/** The events of the audit of which every owner is notified by mail when a person causes them. */
export const TOLD_EVENTS = [
  ...(['staff.invited', 'staff.removed', 'staff.role_changed', 'staff.refund_limit_changed'] as const),
  ...(['token.created', 'token.revoked', 'token.taken_over'] as const),
  ...(['webhook.created', 'webhook.secret_changed', 'webhook.stopped'] as const),
  ...(['import.commit', 'import.claim', 'import.activate', 'import.undo', 'shop.exported'] as const),
  ...(['bulk.run', 'bulk.undo'] as const),
  ...([
    'refund.asked',
    'refund.owner_asked',
    'refund.made_by_hand',
    'dispute.corrected',
    'prices.changed',
    'prices.withdrawn',
    'broadcast.sent',
    'code.created',
  ] as const),
  ...(['billing.paused', 'billing.resumed', 'maintenance.on', 'maintenance.off'] as const),
  ...(['incident.on', 'incident.off'] as const),
] as const;
export type ToldEvent = (typeof TOLD_EVENTS)[number];

/** How much may be given away. Missing: as much as the other limits allow. */
export interface GivingLimits {
  /** By one member in a calendar month. */
  month?: number | undefined;
  /** By one member in a calendar day. */
  day?: number | undefined;
  /** To one subscriber in a calendar month, by all members. */
  person?: number | undefined;
}

/** What the staff may give away: points, parcels sent again, messages, codes. */
export const GIVING_LIMITS = {
  apologyPoints: { month: 3000, day: 1000, person: 500 },
  parcelResends: { month: 30 },
  messageResends: { month: 200 },
  codes: { month: 20 },
} as const satisfies Record<string, GivingLimits>;
export type LimitedAct = keyof typeof GIVING_LIMITS;

/** The most that an owner can let a member of the support refund in a day, in satang. */
export const REFUND_LIMIT_MAX = 10_000_000;

/** Returns what a member may refund in a day, in satang; null without a limit. @param set the limit of the member */
export function refundLimitOf(role: StaffRole, set: Satang): Satang | null {
  return role === 'support' ? set : null;
}

interface Contact {
  email: string;
  phone: string;
}

/**
 * Whether an account at the shop belongs to a member of the staff.
 * @param email the member's e-mail
 * @param phones the phone numbers of the accounts with that e-mail
 */
export function isOwnAccount(account: Contact, email: string, phones: readonly string[]): boolean {
  return mailboxOf(account.email) === mailboxOf(email) || phones.includes(account.phone);
}

/** The parts of the log of what members did. */
export const LOG_NOUNS = ['money', 'subscribers', 'parcels', 'catalogue', 'shop', 'team'] as const;
export type LogNoun = (typeof LOG_NOUNS)[number];

export const STAFF_NAME_MAX = 60;
export const STAFF_IDLE_MINUTES = 30;
/** The hours after the log-in in which a session ends, however busy it is. */
export const STAFF_SESSION_HOURS = 12;
/** The seconds after which a further request extends a session. Fewer would write at every request. */
export const STAFF_SEEN_SECONDS = 60;
/** The minutes before the staff can send the same message again. */
export const RESEND_MINUTES = 10;
/** The minutes in which further views of a subscriber by the same member are not recorded. */
export const VIEW_MINUTES = 10;
export const NOTE_MAX = 2000;
export const TAGS_MAX = 10;
export const TAG_MAX = 30;
export const INVITATION_HOURS = 72;
export const STAFF_LINK_MINUTES = 15;

/** Returns the instant at which a session ends: 30 minutes after its last request, or 12 hours after the log-in. */
export function staffSessionEnd({ createdAt, seenAt }: { createdAt: Date; seenAt: Date }): Date {
  const [idle, whole] = [STAFF_IDLE_MINUTES * MINUTE_MS, STAFF_SESSION_HOURS * HOUR_MS];
  return new Date(Math.min(seenAt.getTime() + idle, createdAt.getTime() + whole));
}

/** A member of the staff as the rules see it. `isActive`: has accepted the invitation and was not removed. */
export interface StaffMember {
  id: string;
  role: StaffRole;
  isActive: boolean;
}

/**
 * Whether the role of a member may change, or the member may be removed (`role` null). The shop must keep an owner who
 * can log in.
 */
export function canChangeStaff(all: readonly StaffMember[], id: string, role: StaffRole | null): Verdict {
  const owners = all.filter((member) => member.isActive && member.role === 'owner');
  const isLast = owners.length === 1 && owners[0]?.id === id;
  return isLast && role !== 'owner' ? refuse('LAST_OWNER') : allow;
}
