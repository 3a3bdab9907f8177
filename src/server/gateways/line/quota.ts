import { z } from 'zod';
import type { LineQuota } from '@/domain/line-quota';
import { readJson } from '../http';
import { callLine } from './call';

const TIMEOUT_MS = 10_000;
const quotaShape = z.object({ type: z.string(), value: z.int().nonnegative().optional() });
const useShape = z.object({ totalUsage: z.int().nonnegative() });

/**
 * Returns the limit of messages of the month and how many were used. An unknown type of limit counts as none.
 * See https://developers.line.biz/en/reference/messaging-api/#get-quota.
 * @throws Error without a valid response
 */
export async function readQuotaAtLine(): Promise<LineQuota> {
  const quota = quotaShape.parse(await read('/v2/bot/message/quota'));
  const { totalUsage: used } = useShape.parse(await read('/v2/bot/message/quota/consumption'));
  return { limit: quota.type === 'limited' ? (quota.value ?? null) : null, used };
}

async function read(path: string): Promise<unknown> {
  const response = await callLine(path, { method: 'GET', timeoutMs: TIMEOUT_MS });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`LINE_${response.status}`);
  return readJson(text);
}
