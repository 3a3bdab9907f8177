import { settings } from '@/env';

/** Small secrets that a browser keeps for us besides its session; each HttpOnly, Lax, for the whole site. */
const COOKIES = {
  /** Shows that somebody has logged in from this browser before. */
  device: { days: 400 },
  /** Shows that this browser asked for a magic link. */
  'magic-link': { days: 1 / 24 },
  /** Binds a walk to LINE to the browser that set out. */
  'line-flow': { days: 1 / 24 },
  /** A registration with LINE in progress. */
  'line-registration': { days: 1 / 24 },
} as const;

export type CookieName = keyof typeof COOKIES;

const VALUE_SHAPE = /^[\w.~-]{8,600}$/;

function isSecure(): boolean {
  return settings().SITE_URL.startsWith('https:');
}

/** The cookie's name on the wire; the prefix keeps other hosts of the same domain from setting it. */
export function cookieName(name: CookieName): string {
  return isSecure() ? `__Host-${name}` : name;
}

/** The value in a `Cookie` header; null when there is none or it can't be one of ours. */
export function readCookie(cookieHeader: string, name: CookieName): string | null {
  const wire = `${cookieName(name)}=`;
  const own = cookieHeader.split(';').map((part) => part.trim());
  const value = own.find((part) => part.startsWith(wire))?.slice(wire.length);
  return value !== undefined && VALUE_SHAPE.test(value) ? value : null;
}

/** The `Set-Cookie` value that gives a browser this one; null takes it away. */
export function writeCookie(name: CookieName, value: string | null): string {
  const seconds = value === null ? 0 : Math.round(COOKIES[name].days * 86_400);
  const secure = isSecure() ? '; Secure' : '';
  return `${cookieName(name)}=${value ?? ''}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
