import { MINUTE_MS } from './duration';
import type { Satang } from './money';
import { qrEndsAt, QR_MAX_MS, qrLastReadAt } from './payment-link';

/** The apps in which a payment link can be paid, in the order in which they are shown: five banks, then a wallet. */
export const PAY_APPS = ['kbank', 'scb', 'bay', 'bbl', 'ktb', 'truemoney'] as const;
export type PayApp = (typeof PAY_APPS)[number];

/** The limits of an app: how long the gateway keeps a charge open, and the smallest and largest amount in satang. */
interface AppLimits {
  minutes: number;
  min: Satang;
  max: Satang;
}

const bank = (minutes: number): AppLimits => ({ minutes, min: 2_000, max: 15_000_000 });

const LIMITS: Record<PayApp, AppLimits> = {
  kbank: bank(10),
  scb: bank(7 * 24 * 60),
  bay: bank(15),
  bbl: bank(15),
  ktb: bank(30),
  truemoney: { minutes: 3, min: 10_000, max: 5_000_000 },
};

/**
 * Returns the apps that are shown for an amount.
 * @param listed the apps that the gateway lists for this seller
 * @param off the apps that the seller has switched off
 */
export function appsFor(amount: Satang, listed: readonly PayApp[], off: readonly PayApp[]): PayApp[] {
  return PAY_APPS.filter((app) => {
    const { min, max } = LIMITS[app];
    return listed.includes(app) && !off.includes(app) && amount >= min && amount <= max;
  });
}

/**
 * Returns the expiry of a payment in an app that starts now: that of the gateway's charge, but never after its link
 * and never after a day. Null if the link expires too soon.
 */
export function appEndsAt(app: PayApp, now: Date, linkExpiresAt: Date): Date | null {
  const latest = qrEndsAt(now, linkExpiresAt);
  if (!latest) return null;
  const ends = Math.min(
    latest.getTime(),
    now.getTime() + Math.min(LIMITS[app].minutes * MINUTE_MS, QR_MAX_MS),
  );
  return new Date(ends);
}

/**
 * Returns the instant of the last read of a charge that was paid by QR code or in an app. A charge in an app that the
 * gateway still reports as open is read until its own end, because the gateway may refuse to expire it.
 */
export function lastReadAt(
  { app, createdAt, expiresAt }: { app: PayApp | null; createdAt: Date; expiresAt: Date | null },
  isOpenAtGateway: boolean,
): Date {
  const endsAt = expiresAt ?? createdAt;
  if (!app || !isOpenAtGateway) return qrLastReadAt(endsAt);
  const own = createdAt.getTime() + LIMITS[app].minutes * MINUTE_MS;
  return qrLastReadAt(new Date(Math.max(own, endsAt.getTime())));
}

export type Platform = 'IOS' | 'ANDROID' | 'WEB';

/** Returns the platform of a browser for the gateway. @param device the `User-Agent` header */
export function platformOf(device: string | null): Platform {
  if (/android/i.test(device ?? '')) return 'ANDROID';
  return /iphone|ipad|ipod/i.test(device ?? '') ? 'IOS' : 'WEB';
}
