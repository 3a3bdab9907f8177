import { eq } from 'drizzle-orm';
import type { IssuedDocument } from '@/domain/document';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/domain/locale';
import { isOptional, type MessageKind } from '@/emails/messages';
import { sellerNow, settings } from '@/settings/settings';
import { renderMessage } from '@/emails/render';
import { renderLineMessage } from '@/emails/render-line';
import { unsubscribeLinks } from '../../subscriber/account/unsubscribe-link';
import { openText } from '../../lifecycle/conversations';
import { mayMail } from '../../login/mail-limits';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { messages } from '../../db/schema';
import { drawAttachment } from '../documents/attachments';
import { pushToLine, type PushOutcome } from '../../gateways/line/push';
import { replyToLine } from '../../gateways/line/reply';
import { sendMail, type SendOutcome } from '../../gateways/mailer';
import type { ClaimedMessage } from './claims';
import type { Outcome } from './decisions';

/** How often a message is pushed to LINE before it is sent by e-mail. The waits are 30 s, 1 min and 5 min. */
const LINE_TRIES = 4;

/**
 * Sends a message by LINE if the account has a reachable LINE user; otherwise by e-mail. If LINE may have
 * accepted the message, pushes it again with the same retry key. Switches to e-mail after LINE has refused
 * the message, and after `LINE_TRIES` in any case: a duplicate message is better than a lost one.
 * @param document attached to a mail; a LINE message contains a link to it instead
 */
export async function sendMessage(
  ctx: Ctx,
  claim: ClaimedMessage,
  document: IssuedDocument | null,
): Promise<Outcome> {
  const { message, lineUserId } = claim;
  if (lineUserId !== null) {
    const pushed = await push(ctx, claim, lineUserId);
    if (pushed.kind === 'sent') return { kind: 'sent', channel: 'line' };
    const mayHaveIt = claim.channelBefore === 'line' || pushed.kind === 'unknown';
    const isOver = message.tries >= LINE_TRIES || (pushed.kind === 'refused' && !mayHaveIt);
    if (!isOver) return { kind: 'failed', why: pushed.why, channel: mayHaveIt ? 'line' : null };
    await switchToEmail(ctx, message.id, pushed.why);
  }
  if (claim.channelBefore !== 'email' && !(await mayMail(ctx, claim)))
    return { kind: 'withheld', why: 'MAIL_LIMIT', channel: 'email' };
  if (claim.reader?.hasFailedEmail && !message.asked && message.toAddress === null)
    // The desk lists failed messages only, so a message that LINE refused fails instead of being dropped.
    return lineUserId === null
      ? { kind: 'withheld', why: 'ADDRESS_FAILED', channel: 'email' }
      : { kind: 'refused', why: 'ADDRESS_FAILED', cause: null, channel: 'email' };
  return { ...(await mail(ctx, claim, document)), channel: 'email' };
}

async function push(ctx: Ctx, claim: ClaimedMessage, to: string): Promise<PushOutcome> {
  const { message, reader } = claim;
  const { kind, retryKey } = message;
  const payload = payloadOf(claim);
  if (kind !== 'conversation_answer') {
    const bubble = renderLineMessage(kind as MessageKind, payload as never, reader?.locale ?? 'en');
    return pushToLine({ to, retryKey, message: bubble });
  }
  const text = { type: 'text', text: payload.text };
  return (await replyIfFree(ctx, message, text)) ?? pushToLine({ to, retryKey, message: text });
}

/** Replies with an answer while the reply token of the person's message is free. Null if it has to be pushed. */
async function replyIfFree(
  { now }: Ctx,
  { payload, tries }: ClaimedMessage['message'],
  text: object,
): Promise<PushOutcome | null> {
  const { replyToken, replyUntil } = payload;
  if (typeof replyToken !== 'string' || now >= new Date(String(replyUntil))) return null;
  const { kind, why } = await replyToLine({ replyToken, messages: [text] });
  // A token that was fresh at the last try, and is spent within its minute, was spent by that try.
  if (kind === 'sent' || (kind === 'spent' && tries > 1)) return { kind: 'sent' };
  return kind === 'unknown' ? { kind, why } : null;
}

async function mail(
  { now }: Ctx,
  claim: ClaimedMessage,
  document: IssuedDocument | null,
): Promise<SendOutcome> {
  const { message, reader } = claim;
  const to = message.toAddress ?? reader?.email;
  if (to === undefined) return { kind: 'refused', why: 'NO_ADDRESS', cause: null };
  const { kind, payload, id, accountId } = message;
  const locale = reader?.locale ?? localeIn(payload);
  const attachment = await drawAttachment(document, claim.orderNumber, locale);
  const links = accountId !== null && isOptional(kind) ? unsubscribeLinks(accountId, locale) : null;
  const content = {
    ...payloadOf(claim),
    ...(attachment && { attached: attachment.number }),
    ...(links && { unsubscribeLink: links.page }),
  };
  const { CONTACT_EMAIL, CONTACT_LINE } = settings();
  const rendered = await renderMessage(kind as MessageKind, content as never, locale, {
    email: CONTACT_EMAIL ?? null,
    line: CONTACT_LINE ?? null,
    seller: sellerNow().name,
  });
  const unsubscribeUrl = links?.oneClick ?? null;
  return sendMail({ id, to, date: now, ...rendered, attachment, unsubscribeUrl });
}

/** Returns the stored payload, with the number of its order, or with the opened text of an answer. */
function payloadOf({ message, orderNumber }: ClaimedMessage): Record<string, unknown> {
  const { kind, payload } = message;
  if (kind !== 'conversation_answer') return { ...payload, ...(orderNumber !== null && { orderNumber }) };
  const open = (sealed: unknown) => {
    const text = typeof sealed === 'string' ? openText(sealed) : null;
    if (text === null) throw new Error('the text of an answer was sealed with another secret');
    return text;
  };
  return { ...payload, text: open(payload.text), link: payload.link === null ? null : open(payload.link) };
}

/** Returns the language of a message without an account. */
function localeIn({ locale }: Record<string, unknown>): Locale {
  return typeof locale === 'string' && isLocale(locale) ? locale : DEFAULT_LOCALE;
}

/** Records the switch to e-mail before the mail is sent. After a crash, a retry then does not use LINE. */
async function switchToEmail({ db }: Ctx, messageId: string, why: string): Promise<void> {
  await transaction(db, (tx) =>
    tx.update(messages).set({ channel: 'email', lastError: why }).where(eq(messages.id, messageId)),
  );
}
