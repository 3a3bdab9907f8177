// @ts-check
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/** @param {Buffer} a @param {Buffer} b */
const isSame = (a, b) => a.length === b.length && timingSafeEqual(a, b);

/** @type {typeof import('./webhooks.d.ts').isSignedByOmise} */
export function isSignedByOmise({ body, signature, timestamp, secret }, now) {
  if (signature === null || timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}.${body}`)
    .digest();
  // While a secret is replaced, the header has one signature for each secret.
  return signature.split(',').some((one) => isSame(Buffer.from(one.trim(), 'hex'), expected));
}

/** @type {typeof import('./webhooks.d.ts').isSignedByLine} */
export function isSignedByLine({ body, signature, channelSecret }) {
  const expected = createHmac('sha256', channelSecret).update(body).digest();
  return isSame(Buffer.from(signature ?? '', 'base64'), expected);
}
