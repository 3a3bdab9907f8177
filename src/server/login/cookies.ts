import { settings } from '@/settings/settings';
import { SIGNED_IN_COOKIE } from '@/domain/session';

/** The lifetimes of all cookies with a secret, except the session cookie. */
const COOKIES = {
  /** Shows that an account has logged in from this browser before. */
  device: { days: 400 },
  /** Shows that this browser requested a magic link. */
  'magic-link': { days: 1 / 24 },
  /** Binds passkey challenges to the browser that requested them. */
  passkey: { days: 1 },
  /** Binds a LINE log-in flow to the browser that started it. */
  'line-flow': { days: 1 / 24 },
  /** Identifies the registration with LINE that is in progress in this browser. */
  'line-registration': { days: 1 / 24 },
  /** The session of the staff at the desk. Only the database ends it. */
  'desk-session': { days: 1 },
  /** Shows that a member of the staff has logged in at the desk from this browser before. */
  'desk-device': { days: 400 },
  /** Binds passkey challenges of the desk to the browser that requested them. */
  'desk-passkey': { days: 1 },
} as const;

export type CookieName = keyof typeof COOKIES;

const VALUE_SHAPE = /^[\w.~-]{8,600}$/;

function isSecure(): boolean {
  return settings().SITE_URL.startsWith('https:');
}

/**
 * Returns the name of a cookie in the HTTP headers. On HTTPS the name has the prefix `__Host-`, so that no other host of
 * the domain can set the cookie.
 */
export function cookieName(name: CookieName): string {
  return isSecure() ? `__Host-${name}` : name;
}

/** Returns a cookie's value from a `Cookie` header; null when the cookie is missing or malformed. */
export function readCookie(cookieHeader: string, name: CookieName): string | null {
  const wire = `${cookieName(name)}=`;
  const own = cookieHeader.split(';').map((part) => part.trim());
  const value = own.find((part) => part.startsWith(wire))?.slice(wire.length);
  return value !== undefined && VALUE_SHAPE.test(value) ? value : null;
}

/** Returns the `Set-Cookie` header that sets a cookie, or deletes the cookie if the value is null. */
export function writeCookie(name: CookieName, value: string | null): string {
  const seconds = value === null ? 0 : Math.round(COOKIES[name].days * 86_400);
  const secure = isSecure() ? '; Secure' : '';
  return `${cookieName(name)}=${value ?? ''}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * Returns the `Set-Cookie` header that sets or deletes the mark of a logged-in browser. Scripts of the site read this
 * cookie. It gives no access.
 */
export function signedInMark(signedIn: boolean): string {
  const days = signedIn ? COOKIES.device.days : 0;
  const secure = isSecure() ? '; Secure' : '';
  return `${SIGNED_IN_COOKIE}=${signedIn ? '1' : ''}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`;
}
