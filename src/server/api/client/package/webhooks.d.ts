/**
 * Whether Omise signed a webhook within the last five minutes (https://docs.omise.co/api-webhooks).
 * @param webhook `body`: the raw body; `signature` and `timestamp`: the headers `Omise-Signature` and
 *   `Omise-Signature-Timestamp`; `secret`: the webhook secret in Base64
 */
export function isSignedByOmise(
  webhook: { body: string; signature: string | null; timestamp: string | null; secret: string },
  now: Date,
): boolean;

/**
 * Whether LINE signed a webhook.
 * @param webhook `body`: the raw body; `signature`: the header `X-Line-Signature`; `channelSecret`: the secret
 *   of the messaging channel
 */
export function isSignedByLine(webhook: {
  body: string;
  signature: string | null;
  channelSecret: string;
}): boolean;
