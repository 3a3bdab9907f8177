import { baht, bangkokTime, html, page } from '../pages';
import type { AppType, ChargeRecord, SourceRecord } from './records';
import { badRequest } from './refusal';

const MINUTE_MS = 60_000;

interface App {
  name: string;
  /** How long a charge waits for its payer. */
  minutes: number;
  min: number;
  max: number;
}

const bank = (name: string, minutes: number): App => ({ name, minutes, min: 2_000, max: 15_000_000 });

/** The banking apps and the wallet that the gateway opens, by source type. Amounts in satang. */
export const APPS: Record<AppType, App> = {
  mobile_banking_kbank: bank('K PLUS', 10),
  mobile_banking_scb: bank('SCB EASY', 7 * 24 * 60),
  mobile_banking_bay: bank('KMA', 15),
  mobile_banking_bbl: bank('Bualuang mBanking', 15),
  mobile_banking_ktb: bank('Krungthai NEXT', 30),
  truemoney_jumpapp: { name: 'TrueMoney', minutes: 3, min: 10_000, max: 5_000_000 },
};

export const APP_TYPES = Object.keys(APPS) as AppType[];

/** Returns the app of a source; null for a QR code. */
export function appOf(source: SourceRecord | null): App | null {
  return source?.app ? APPS[source.app] : null;
}

export const appEndsAt = ({ minutes }: App, nowMs: number): number => nowMs + minutes * MINUTE_MS;

/** @throws Refusal `invalid_amount` */
export function checkAppAmount({ min, max }: App, amount: number): void {
  if (amount < min || amount > max)
    throw badRequest('invalid_amount', `amount must be from ${min} to ${max}`);
}

/** The page that plays a banking app or wallet. */
export function appPage(charge: ChargeRecord): Response {
  const app = appOf(charge.source);
  const path = `/omise/app/${charge.id}`;
  const title = app?.name ?? 'App';
  const amount = html`<div class="card">
    <p class="amount">${baht(charge.amount)}</p>
    <p class="soft">${charge.description}</p>
  </div>`;
  const button = (action: string, label: string, isMain = false) =>
    html`<button class="${isMain ? 'main' : ''}" name="action" value="${action}">${label}</button>`;
  const body =
    charge.status === 'pending'
      ? html`<p>This plays the app on the payer’s phone. Nothing here is real.</p>
          ${amount}
          <form method="post" action="${path}">
            ${button('approve', `Pay ${baht(charge.amount)}`, true)} ${button('decline', 'Reject')}
            ${button('abandon', 'Leave the app')} ${button('approve-stay', 'Pay and never return')}
          </form>
          <p class="soft">Good until ${bangkokTime(charge.expiresAt)}.</p>`
      : html`${amount}
          <p>This payment is <span class="tag ${charge.status}">${charge.status}</span>.</p>
          <p>${charge.returnUri && html`<a href="${charge.returnUri}">Back to the shop</a>`}</p>`;
  return page(title, body, { narrow: true, nav: false });
}
