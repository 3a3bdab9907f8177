import { z } from 'zod';
import { settings } from '@/settings/settings';
import { isDay, parseDay } from '@/domain/day';
import { slipQrText, type SlipQr, type VerifiedTransfer } from '@/domain/slip';
import { log } from '../platform/log';
import { withEachCredential } from './credentials';
import { callJson } from './http';

/*
 * The client of SlipOK, which reads transfers at the banks. It is asked without `log`, so that it compares neither the
 * receiver nor earlier slips: both are decided here.
 */

const TIMEOUT_MS = 10_000;

/** `unknown`: the banks have no such transfer. `later`: the bank or SlipOK did not answer, or has not yet. */
export type SlipAnswer =
  | { kind: 'found'; transfer: VerifiedTransfer }
  | { kind: 'unknown' }
  | { kind: 'later'; why: string };

const text = z.string().nullish().catch(null);
const party = z
  .object({
    displayName: text,
    name: text,
    proxy: z.object({ value: text }).nullish().catch(null),
    account: z.object({ value: text }).nullish().catch(null),
  })
  .nullish()
  .catch(null);
const transferShape = z.object({
  transRef: z.string(),
  transDate: z.string().regex(/^\d{8}$/),
  transTime: text,
  amount: z.number().positive().max(100_000_000),
  receiver: party,
});
const answerShape = z.object({
  code: z.coerce.number().nullish().catch(null),
  data: z.unknown().optional(),
});

const BROKEN_SETTING = new Set([1001, 1002, 1003, 1004, 1015]);
const UNREAD = new Set([1000, 1005, 1006, 1007, 1008, 1011]);

/** Whether a provider of slips is set. */
export const hasSlipProvider = (): boolean => settings().SLIPOK_API_KEY !== undefined;

/** Reads a transfer by the QR code of its slip. Never throws. */
export async function verifySlip(qr: SlipQr): Promise<SlipAnswer> {
  const { SLIPOK_API_URL, SLIPOK_BRANCH_ID, SLIPOK_API_KEY = [] } = settings();
  const url = `${SLIPOK_API_URL}/api/line/apikey/${SLIPOK_BRANCH_ID}`;
  const answer = await withEachCredential(SLIPOK_API_KEY, (key) =>
    callJson(url, {
      method: 'POST',
      headers: { 'x-authorization': key },
      body: { data: slipQrText(qr) },
      timeoutMs: TIMEOUT_MS,
    }),
  );
  if (answer.kind === 'failed') return { kind: 'later', why: answer.why };
  const { code, data } = answerShape.parse(answer.body);
  if (answer.status === 401 || answer.status === 403 || (code && BROKEN_SETTING.has(code))) {
    log.error('slips.provider_refuses', { code: String(code ?? answer.status) });
    return { kind: 'later', why: String(code ?? answer.status) };
  }
  if (code && UNREAD.has(code)) return { kind: 'unknown' };
  const found = transferShape.safeParse(data);
  if (!found.success || found.data.transRef !== qr.ref)
    return { kind: 'later', why: String(code ?? 'UNREADABLE') };
  const { transDate, transTime, amount, receiver } = found.data;
  const day = `${transDate.slice(0, 4)}-${transDate.slice(4, 6)}-${transDate.slice(6)}`;
  if (!isDay(day)) return { kind: 'later', why: 'UNREADABLE' };
  return {
    kind: 'found',
    transfer: {
      amount: Math.round(amount * 100),
      paidOn: parseDay(day),
      time: /^\d{2}:\d{2}(:\d{2})?$/.test(transTime ?? '') ? (transTime ?? null) : null,
      receiverAccount: receiver?.account?.value ?? receiver?.proxy?.value ?? '',
      receiverName: receiver?.displayName || receiver?.name || '',
    },
  };
}
