import { eq } from 'drizzle-orm';
import type { IssuedDocument } from '@/domain/document';
import type { MessageKind } from '@/emails/messages';
import { renderMessage } from '@/emails/render';
import { renderLineMessage } from '@/emails/render-line';
import { mayMail } from '../auth/mail-limits';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';
import { messages } from '../db/schema';
import { drawAttachment } from '../documents/attachments';
import { pushToLine, type PushOutcome } from '../gateways/line/push';
import { sendMail, type SendOutcome } from '../gateways/mailer';
import type { ClaimedMessage } from './claims';
import type { Outcome } from './decisions';

/**
 * Pushes of one message until e-mail takes over. The waits between them are half a minute, one and five: longer than
 * a hiccup of LINE, shorter than anything we write can wait.
 */
const LINE_TRIES = 4;

/**
 * Sends a message: by LINE if there is somebody to push to, else by e-mail. As long as LINE may have taken it, only LINE
 * is asked, with the same key, which tells; e-mail takes over at once when LINE certainly has not and will not, and
 * after `LINE_TRIES` whatever is known: a message twice costs a glance, a lost one may cost a box. LINE
 * carries no files, and leads to where its document is.
 * @param document goes with a mail.
 */
export async function sendMessage(
  ctx: Ctx,
  claim: ClaimedMessage,
  document: IssuedDocument | null,
): Promise<Outcome> {
  const { message, lineUserId } = claim;
  if (lineUserId !== null) {
    const pushed = await push(claim, lineUserId);
    if (pushed.kind === 'sent') return { kind: 'sent', channel: 'line' };
    const mayHaveIt = claim.channelBefore === 'line' || pushed.kind === 'unknown';
    const isOver = message.tries >= LINE_TRIES || (pushed.kind === 'refused' && !mayHaveIt);
    if (!isOver) return { kind: 'failed', why: pushed.why, channel: mayHaveIt ? 'line' : null };
    await giveToEmail(ctx, message.id, pushed.why);
  }
  if (claim.channelBefore !== 'email' && !(await mayMail(ctx, claim)))
    return { kind: 'withheld', why: 'MAIL_LIMIT', channel: 'email' };
  if (claim.reader?.hasFailedEmail && !message.asked && message.toAddress === null)
    return { kind: 'withheld', why: 'ADDRESS_FAILED', channel: 'email' };
  return { ...(await mail(claim, document)), channel: 'email' };
}

function push({ message, reader }: ClaimedMessage, to: string): Promise<PushOutcome> {
  const { kind, payload, retryKey } = message;
  const bubble = renderLineMessage(kind as MessageKind, payload as never, reader?.locale ?? 'en');
  return pushToLine({ to, retryKey, message: bubble });
}

async function mail(
  { message, reader }: ClaimedMessage,
  document: IssuedDocument | null,
): Promise<SendOutcome> {
  const to = message.toAddress ?? reader?.email;
  if (to === undefined) return { kind: 'refused', why: 'NO_ADDRESS' };
  const { kind, payload, id } = message;
  const locale = reader?.locale ?? 'en';
  const attachment = await drawAttachment(document, locale);
  const told = attachment ? { ...payload, attached: attachment.number } : payload;
  const rendered = await renderMessage(kind as MessageKind, told as never, locale);
  return sendMail({ id, to, ...rendered, attachment });
}

/** Before the mail leaves, so that a process that dies afterwards does not go back to LINE. */
async function giveToEmail({ db }: Ctx, messageId: string, why: string): Promise<void> {
  await transaction(db, (tx) =>
    tx.update(messages).set({ channel: 'email', lastError: why }).where(eq(messages.id, messageId)),
  );
}
