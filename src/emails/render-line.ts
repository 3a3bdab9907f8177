import type { Locale } from '@/domain/locale';
import { contentOf } from './content';
import { flexBubble, type FlexPart } from './flex';
import type { MessageKind, MessagePayloads } from './messages';
import { blocksOf } from './outline';
import { oneLine, wordingOf } from './wording';

/** A LINE message. `altText` is shown in the list of chats and on a locked phone. */
export interface LineMessage {
  type: 'flex';
  altText: string;
  contents: FlexPart;
}

/** The longest text that LINE shows everywhere, in UTF-16 units. */
const ALT_TEXT_MAX = 400;

/**
 * Returns one message in one language as a Flex bubble with the sentences of its e-mail. The bubble contains
 * no name of the reader. Its `altText` does not name the products.
 * @throws RangeError if `until` is no instant
 */
export function renderLineMessage<K extends MessageKind>(
  kind: K,
  payload: MessagePayloads[K],
  locale: Locale,
): LineMessage {
  const wording = wordingOf(locale);
  const { subject, preheader, heading, body } = contentOf(kind, payload, wording);
  const altText = wording.say('emails.lineAlt', { subject, preheader: oneLine(preheader) });
  const contents = flexBubble({ heading, blocks: blocksOf(body) });
  return { type: 'flex', altText: altText.slice(0, ALT_TEXT_MAX), contents };
}
