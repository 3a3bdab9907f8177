import type { Locale } from '@/domain/locale';
import { flexBubble, type FlexPart } from './flex';
import type { MessageKind, MessagePayloads } from './messages';
import { outlineOf } from './outline';
import { TEMPLATES } from './templates';
import { oneLine, wordingOf } from './wording';

/** A message as LINE takes it; `altText` is what shows in the list of chats and on a locked phone. */
export interface LineMessage {
  type: 'flex';
  altText: string;
  contents: FlexPart;
}

/** What LINE shows whole everywhere, in UTF-16 units. */
const ALT_TEXT_MAX = 400;

/**
 * One message in one language as a Flex bubble, in the words of its e-mail; no name is in it. As discreet as a subject
 * until it is opened. Throws RangeError for an `until` that is no instant.
 */
export function renderLineMessage<K extends MessageKind>(
  kind: K,
  payload: MessagePayloads[K],
  locale: Locale,
): LineMessage {
  const { default: email, subjectOf } = TEMPLATES[kind];
  const wording = wordingOf(locale);
  const subject = oneLine(subjectOf(payload, wording));
  const outline = outlineOf(email({ payload, wording, subject }));
  const altText = wording.say('emails.lineAlt', { subject, preheader: oneLine(outline.preheader) });
  return { type: 'flex', altText: altText.slice(0, ALT_TEXT_MAX), contents: flexBubble(outline) };
}
