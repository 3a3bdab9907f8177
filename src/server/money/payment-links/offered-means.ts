import type { LinkBank } from '@/domain/bank-account';
import { HOUR_MS, MINUTE_MS } from '@/domain/duration';
import type { Satang } from '@/domain/money';
import { appsFor, type PayApp } from '@/domain/pay-app';
import { processState } from '@/process-state';
import { settings } from '@/settings/settings';
import { readListedMeans, type ListedMeans } from '../../gateways/omise/capability';
import { log } from '../../platform/log';

/** The wait after a failed read of the gateway's list. */
const AGAIN_MS = MINUTE_MS;

interface Listed extends ListedMeans {
  nextReadAt: number;
  reading: Promise<void> | null;
}

const listedMeans = () =>
  processState('listedMeans', (): Listed => ({ apps: [], banks: [], nextReadAt: 0, reading: null }));

/**
 * Returns the apps in which an amount can be paid now: those that the gateway lists, minus the seller's setting. Each
 * process reads the gateway's list at most hourly. Without an answer, the last list stays.
 */
export async function offeredApps(now: Date, amount: Satang): Promise<PayApp[]> {
  return appsFor(amount, (await listAt(now)).apps, settings().PAY_APPS_OFF ?? []);
}

/** Returns the banks whose accounts can be linked now, as `offeredApps` does for apps. */
export async function offeredBanks(now: Date): Promise<LinkBank[]> {
  const { banks } = await listAt(now);
  return banks.filter((bank) => !settings().LINK_BANKS_OFF?.includes(bank));
}

/** Makes the next call read the gateway's list again, because the gateway refused one of them. */
export function forgetListedMeans(): void {
  listedMeans().nextReadAt = 0;
}

async function listAt(now: Date): Promise<ListedMeans> {
  const listed = listedMeans();
  if (now.getTime() >= listed.nextReadAt)
    await (listed.reading ??= readList(listed, now).finally(() => (listed.reading = null)));
  return listed;
}

async function readList(listed: Listed, now: Date): Promise<void> {
  const answer = await readListedMeans();
  if (answer.kind === 'ok') Object.assign(listed, answer.value);
  else log.warn('payments.capability_unread', { code: answer.kind === 'refused' ? answer.code : answer.why });
  listed.nextReadAt = now.getTime() + (answer.kind === 'ok' ? HOUR_MS : AGAIN_MS);
}
