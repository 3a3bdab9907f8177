/** How long a link works that logs somebody in. */
export const MAGIC_LINK_MINUTES = 15;
/** How many codes may be tried against one such link; after that only the link itself works. */
export const LOGIN_CODE_TRIES = 5;
/** How long a link works with which a password can be set. */
export const PASSWORD_RESET_MINUTES = 60;
/** How long "this was not me" in a mail undoes a change. The previous e-mail stays reserved for as long. */
export const NOT_ME_DAYS = 7;

/** The event that such a link is about, with what it restores. */
export type Undo =
  | { change: 'line_linked' | 'password_changed' | 'data_exported' | 'logged_in' }
  | { change: 'email_changed'; email: string }
  | { change: 'line_unlinked'; line: { subject: string; displayName: string | null; connectedAt: string } };
