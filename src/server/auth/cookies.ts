import { settings } from '@/env';
import { SIGNED_IN_COOKIE } from '@/domain/session';

/** Cookies with small secrets beside the session cookie; each HttpOnly, Lax, for the whole site. */
const COOKIES = {
  /** Shows that an account has logged in from this browser before. */
  device: { days: 400 },
  /** Shows that this browser requested a magic link. */
  'magic-link': { days: 1 / 24 },
  /** Binds a LINE log-in flow to the browser that started it. */
  'line-flow': { days: 1 / 24 },
  /** A registration with LINE in progress. */
  'line-registration': { days: 1 / 24 },
} as const;

export type CookieName = keyof typeof COOKIES;

const VALUE_SHAPE = /^[\w.~-]{8,600}$/;

function isSecure(): boolean {
  return settings().SITE_URL.startsWith('https:');
}

/** Returns the cookie's name on the wire. The prefix keeps other hosts of the same domain from setting it. */
export function cookieName(name: CookieName): string {
  return isSecure() ? `__Host-${name}` : name;
}

/** Returns the value from a `Cookie` header; null when it is missing or malformed. */
export function readCookie(cookieHeader: string, name: CookieName): string | null {
  const wire = `${cookieName(name)}=`;
  const own = cookieHeader.split(';').map((part) => part.trim());
  const value = own.find((part) => part.startsWith(wire))?.slice(wire.length);
  return value !== undefined && VALUE_SHAPE.test(value) ? value : null;
}

/** Returns the `Set-Cookie` value that sets the cookie, or deletes it for null. */
export function writeCookie(name: CookieName, value: string | null): string {
  const seconds = value === null ? 0 : Math.round(COOKIES[name].days * 86_400);
  const secure = isSecure() ? '; Secure' : '';
  return `${cookieName(name)}=${value ?? ''}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * Returns the `Set-Cookie` value that marks a browser with a session, for as long as the session cookie, or deletes the
 * mark. Scripts of our pages read it; it opens nothing.
 */
export function signedInMark(signedIn: boolean): string {
  const days = signedIn ? COOKIES.device.days : 0;
  const secure = isSecure() ? '; Secure' : '';
  return `${SIGNED_IN_COOKIE}=${signedIn ? '1' : ''}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`;
}
