import { settings } from '@/settings/settings';
import { MINUTE_MS } from '@/domain/duration';
import { transaction } from '../../db';
import { readQuotaAtLine } from '../../gateways/line/quota';
import type { Ctx } from '../../platform/context';
import { readFlag, writeFlag } from '../../platform/flags';

const READ_EVERY_MS = 5 * MINUTE_MS;

/** Returns one row if the quota of LINE has to be read again. */
export async function listQuotaToRead({ db, now }: Ctx): Promise<{ id: string }[]> {
  if (!settings().LINE_MESSAGING_ACCESS_TOKEN) return [];
  const known = await readFlag(db, 'lineQuota');
  const readAt = known === null ? 0 : new Date(known.readAt).getTime();
  return now.getTime() - readAt < READ_EVERY_MS ? [] : [{ id: 'line' }];
}

/** Reads the quota at LINE and stores it for the sending of messages and for the desk. @throws Error without an answer */
export async function readLineQuota({ db, now }: Ctx): Promise<void> {
  const quota = await readQuotaAtLine();
  await transaction(db, (tx) => writeFlag(tx, 'lineQuota', { ...quota, readAt: now.toISOString() }));
}
