import { HOUR_MS, MINUTE_MS } from '@/domain/duration';
import type { Satang } from '@/domain/money';
import { appsFor, type PayApp } from '@/domain/pay-app';
import { processState } from '@/process-state';
import { settings } from '@/settings/settings';
import { readListedApps } from '../../gateways/omise/capability';
import { log } from '../../platform/log';

/** The wait after a failed read of the gateway's list. */
const AGAIN_MS = MINUTE_MS;

interface Listed {
  apps: PayApp[];
  nextReadAt: number;
  reading: Promise<void> | null;
}

const listedApps = () =>
  processState('listedApps', (): Listed => ({ apps: [], nextReadAt: 0, reading: null }));

/**
 * Returns the apps in which an amount can be paid now: those that the gateway lists, minus the seller's setting. Each
 * process reads the gateway's list at most hourly. Without an answer, the last list stays.
 */
export async function offeredApps(now: Date, amount: Satang): Promise<PayApp[]> {
  const listed = listedApps();
  if (now.getTime() >= listed.nextReadAt) await (listed.reading ??= readList(listed, now));
  return appsFor(amount, listed.apps, settings().PAY_APPS_OFF ?? []);
}

/** Makes the next call read the gateway's list again, because the gateway refused an app. */
export function forgetListedApps(): void {
  listedApps().nextReadAt = 0;
}

async function readList(listed: Listed, now: Date): Promise<void> {
  const answer = await readListedApps();
  if (answer.kind === 'ok') listed.apps = answer.value;
  else log.warn('payments.capability_unread', { code: answer.kind === 'refused' ? answer.code : answer.why });
  listed.nextReadAt = now.getTime() + (answer.kind === 'ok' ? HOUR_MS : AGAIN_MS);
  listed.reading = null;
}
