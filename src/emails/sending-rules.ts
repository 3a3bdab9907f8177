import type { MessageKind } from './messages';

/**
 * The messages that are never sent by LINE: they give access to an account, warn about the account, or
 * concern the e-mail address itself.
 */
const EMAIL_ONLY: ReadonlySet<string> = new Set<MessageKind>([
  'verify_email',
  'magic_link',
  'password_reset',
  'password_changed',
  'password_removed',
  'line_linked',
  'line_unlinked',
  'passkey_added',
  'passkey_removed',
  'card_added',
  'email_change_confirm',
  'email_changed',
  'data_exported',
  'new_device',
  'account_deleted',
  'staff_invitation',
  'staff_log_in',
  'staff_act',
]);

/** Whether a kind of message may be sent by LINE. */
export function mayGoByLine(kind: string): boolean {
  return !EMAIL_ONLY.has(kind);
}

/** The messages that the contract does not require. The subscriber can stop them. */
const OPTIONAL: ReadonlySet<string> = new Set<MessageKind>(['milestone', 'referral_rewarded']);

/** Whether a kind of message is sent only to accounts that want optional messages. */
export function isOptional(kind: string): boolean {
  return OPTIONAL.has(kind);
}
