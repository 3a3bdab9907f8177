import type { StaffRole } from './staff';

/** `service`: about the subscriber's own subscription or order. `news`: only for those who want messages about offers. */
export const BROADCAST_PURPOSES = ['service', 'news'] as const;
export type BroadcastPurpose = (typeof BROADCAST_PURPOSES)[number];

/** The fields of a text. Each is written in square brackets, such as `[date]`. No name: an e-mail greets, and LINE gets none. */
export const BROADCAST_FIELDS = ['date', 'amount'] as const;

export const BROADCAST_TEXT_MAX = 1500;
/** The seconds before the first message leaves. Until then nothing has to be taken back. */
export const BROADCAST_WAIT_SECONDS = 10;
/** The largest group to which a member of the support can write. */
export const SUPPORT_GROUP_MAX = 100;

export const mayWriteTo = (role: StaffRole, people: number): boolean =>
  role === 'owner' || people <= SUPPORT_GROUP_MAX;

/** Whether the group is still the one that its author saw: the same size, or at most one in a hundred more or fewer. */
export const isGroupAsShown = (shown: number, now: number): boolean => Math.abs(now - shown) * 100 <= shown;

/** Whether a text uses the next order, so that it cannot be sent to a subscriber without one. */
export const needsOrder = (texts: readonly string[]): boolean =>
  texts.some((text) => text.includes('[date]') || text.includes('[amount]'));

/** Returns the words in square brackets that are no field. */
export const unknownFields = (text: string): string[] =>
  [...text.matchAll(/\[(\w+)\]/g)].flatMap(([, field = '']) =>
    (BROADCAST_FIELDS as readonly string[]).includes(field) ? [] : [field],
  );
