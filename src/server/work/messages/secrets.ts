import type { MessageKind } from '@/emails/messages';

/** Kinds of messages with a secret link. The link is deleted once the message is sent. */
const WITH_SECRET: ReadonlySet<string> = new Set<MessageKind>([
  'verify_email',
  'magic_link',
  'password_reset',
  'email_change_confirm',
  'password_changed',
  'line_linked',
  'line_unlinked',
  'passkey_added',
  'passkey_removed',
  'email_changed',
  'data_exported',
  'new_device',
  'payment_link',
  'payment_link_expiring',
  'staff_invitation',
  'staff_log_in',
]);

/**
 * The fields of a payload that contain a secret link or a postal address, for kinds of messages whose other fields are
 * kept.
 */
const SECRET_FIELDS: ReadonlyMap<string, readonly string[]> = new Map<MessageKind, readonly string[]>([
  ['payment_failed', ['fixLink']],
  ['action_needed', ['fixLink']],
  ['subscription_ending', ['fixLink']],
  ['subscription_inactive', ['fixLink']],
  ['order_reminder', ['oneTap', 'place']],
  ['box_late', ['skipLink']],
]);

/** Returns the payload of a message without its secret link, as it is stored once the message is sent. */
export function payloadWithoutSecret(
  kind: string,
  payload: Record<string, unknown>,
): Record<string, unknown> {
  const { orderId } = payload;
  if (hasForgottenPayload(kind)) return orderId === undefined ? {} : { orderId };
  const secret = SECRET_FIELDS.get(kind) ?? [];
  return Object.fromEntries(Object.entries(payload).filter(([field]) => !secret.includes(field)));
}

/** Whether this kind of message contains a secret link. */
export function hasSecret(kind: string): boolean {
  return hasForgottenPayload(kind) || SECRET_FIELDS.has(kind);
}

/** Whether the payload of this kind of message is deleted once the message is sent. */
export function hasForgottenPayload(kind: string): boolean {
  return WITH_SECRET.has(kind);
}
