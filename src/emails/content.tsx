import type { OrderPayload } from './message';
import { MESSAGES, type MessageKind, type MessagePayloads } from './messages';
import { OrderNumber } from './parts';
import { oneLine, type Wording } from './wording';

/**
 * Returns the texts and the body of a message for every channel. The subject is one line. A message about an order ends
 * with its number.
 */
export function contentOf<K extends MessageKind>(kind: K, payload: MessagePayloads[K], wording: Wording) {
  const { head, body } = MESSAGES[kind];
  const { subject, preheader, heading } = head(payload, wording);
  const { orderNumber }: Partial<OrderPayload> = payload;
  return {
    subject: oneLine(subject),
    preheader,
    heading,
    body: (
      <>
        {body(payload, wording)}
        <OrderNumber orderNumber={orderNumber} wording={wording} />
      </>
    ),
  };
}
