/** How long a link works that logs somebody in. */
export const MAGIC_LINK_MINUTES = 15;
/** How many codes may be tried against one such link; after that only the link itself works. */
export const LOGIN_CODE_TRIES = 5;
/** How long a link works with which a password can be set. */
export const PASSWORD_RESET_MINUTES = 60;
