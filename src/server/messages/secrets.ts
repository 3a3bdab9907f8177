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
  'email_changed',
  'data_exported',
  'new_device',
  'payment_link',
  'payment_link_expiring',
]);

/** Whether the payload of this kind of message is deleted once the message is sent. */
export function hasForgottenPayload(kind: string): boolean {
  return WITH_SECRET.has(kind);
}
