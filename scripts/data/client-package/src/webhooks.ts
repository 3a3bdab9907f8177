import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

/**
 * Whether Omise signed a webhook within the last five minutes (https://docs.omise.co/api-webhooks).
 * @param webhook `body`: the raw body; `signature` and `timestamp`: the headers `Omise-Signature` and
 *   `Omise-Signature-Timestamp`; `secret`: the webhook secret in Base64
 */
export function isSignedByOmise(
  webhook: { body: string; signature: string | null; timestamp: string | null; secret: string },
  now: Date,
): boolean {
  const { body, signature, timestamp, secret } = webhook;
  if (signature === null || timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}.${body}`)
    .digest();
  // While a secret is replaced, the header has one signature for each secret.
  return signature.split(',').some((one) => isSame(Buffer.from(one.trim(), 'hex'), expected));
}

/**
 * Whether LINE signed a webhook.
 * @param webhook `body`: the raw body; `signature`: the header `X-Line-Signature`; `channelSecret`: the secret
 *   of the messaging channel
 */
export function isSignedByLine(webhook: {
  body: string;
  signature: string | null;
  channelSecret: string;
}): boolean {
  const { body, signature, channelSecret } = webhook;
  const expected = createHmac('sha256', channelSecret).update(body).digest();
  return isSame(Buffer.from(signature ?? '', 'base64'), expected);
}
