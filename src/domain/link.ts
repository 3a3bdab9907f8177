/** The minutes for which a login link works. */
export const MAGIC_LINK_MINUTES = 15;
/** The number of wrong codes after which the code of a login link is refused. The link itself still works. */
export const LOGIN_CODE_TRIES = 5;
/** The minutes for which a link to set a password works. */
export const PASSWORD_RESET_MINUTES = 60;
/**
 * The days for which the link "this was not me" in a mail can undo a change. The previous e-mail address
 * stays reserved for the same time.
 */
export const NOT_ME_DAYS = 7;

/** The change that an undo link reverts, with the values before the change. */
export type Undo =
  | { change: 'line_linked' | 'passkey_added' | 'password_changed' | 'data_exported' | 'logged_in' }
  | { change: 'email_changed'; email: string }
  | { change: 'line_unlinked'; line: { subject: string; displayName: string | null; connectedAt: string } }
  | { change: 'passkey_removed'; passkey: RemovedPasskey };

/** A removed passkey, with all values that a log-in with it needs. */
export interface RemovedPasskey {
  id: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  synced: boolean;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}
