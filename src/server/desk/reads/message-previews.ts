import { AppError } from '@/domain/errors';
import { allowsOptional } from '@/domain/line-quota';
import { LOCALES, type Locale } from '@/domain/locale';
import { isOptional, mayGoByLine, MESSAGE_KINDS, previewsOf, type MessageKind } from '@/emails/messages';
import { renderMessage } from '@/emails/render';
import { renderLineMessage } from '@/emails/render-line';
import type { Ctx } from '../../platform/context';
import { readFlag } from '../../platform/flags';

/** An example of a message in one language. `line`: what LINE shows in the list of chats; null for a mail only. */
export interface MessagePreview {
  locale: Locale;
  subject: string;
  text: string;
  line: string | null;
}

/** Returns how many messages of the month LINE has taken; null before it was read. */
export async function readQuota({ db }: Ctx) {
  const quota = await readFlag(db, 'lineQuota');
  return quota && { ...quota, isOptionalMailed: !allowsOptional(quota) };
}

/** Returns the kinds of messages in alphabetical order. `isOptional`: a subscriber can switch it off. */
export const listMessageKinds = () =>
  MESSAGE_KINDS.map((kind) => ({ kind, isOptional: isOptional(kind), byLine: mayGoByLine(kind) }));

/**
 * Returns the examples of a kind of message, each in every language, with invented data.
 * @throws AppError NOT_FOUND for an unknown kind
 */
export async function previewMessage(kind: string): Promise<MessagePreview[][]> {
  const known = MESSAGE_KINDS.find((one) => one === kind);
  if (!known) throw new AppError('NOT_FOUND');
  return Promise.all(
    previewsOf(known).map(([, payload]) =>
      Promise.all(LOCALES.map((locale) => render(known, payload, locale))),
    ),
  );
}

async function render<K extends MessageKind>(
  kind: K,
  payload: Parameters<typeof renderMessage<K>>[1],
  locale: Locale,
): Promise<MessagePreview> {
  const { subject, text } = await renderMessage(kind, payload, locale);
  return {
    locale,
    subject,
    text,
    line: mayGoByLine(kind) ? renderLineMessage(kind, payload, locale).altText : null,
  };
}
