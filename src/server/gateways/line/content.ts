import { log } from '../../platform/log';
import { callLine, dataUrl } from './call';

const TIMEOUT_MS = 10_000;

/**
 * Fetches the picture of a message (`GET /v2/bot/message/{messageId}/content`). LINE deletes it after a time that it does
 * not state. See https://developers.line.biz/en/reference/messaging-api/#get-content.
 * @returns null if LINE no longer has it, if its sender took it back, or if it is larger than `maxBytes`
 * @throws Error if a later call can succeed
 */
export async function fetchPicture(messageId: string, maxBytes: number): Promise<Buffer | null> {
  const path = `/v2/bot/message/${encodeURIComponent(messageId)}/content`;
  const response = await callLine(path, { method: 'GET', base: dataUrl(), timeoutMs: TIMEOUT_MS });
  const { status, headers, body } = response;
  const isGone = status === 404 || status === 410;
  const isLarge = Number(headers.get('content-length') ?? 0) > maxBytes;
  log.info('line.picture_fetched', { status, requestId: headers.get('x-line-request-id') ?? undefined });
  if (status !== 200 || isLarge || body === null) await body?.cancel();
  if (isGone || isLarge) return null;
  if (status !== 200 || body === null) throw new Error(`LINE_${status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
