import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { normaliseEmail } from '@/domain/contact';
import { AppError } from '@/domain/errors';
import { causeOfRefusal, REFUSED_AGAIN_AFTER_MS } from '@/domain/mail-refusal';
import { hasForgottenPayload } from '@/emails/messages';
import { textField } from '@/schemas/fields';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { accounts, messages } from '../../db/schema';
import { typedSql } from '../../db/query-rows';
import { readJson } from '../../gateways/http';
import { requeueBounced } from '../../lifecycle/messages';
import { isOneOf } from '../../platform/equal-secrets';
import { findLineUser } from './line-user';

/**
 * `bounce`: a mail was returned; `complaint`: the recipient reported a mail as spam. `status`: the enhanced status code
 * of a bounce, such as `5.1.1`. Without one, the cause is unknown.
 */
const eventShape = z.object({
  type: z.enum(['bounce', 'complaint']),
  email: textField.max(254),
  messageId: textField.max(200).optional(),
  status: textField.max(20).optional(),
});
const bodyShape = z.object({ events: z.array(z.unknown()).max(1000) });

/** The error of a mail that was returned after it was sent. */
const BOUNCED = 'BOUNCED';

type MailEvent = z.output<typeof eventShape>;
type Message = typeof messages.$inferSelect;

/**
 * Records bounces and spam complaints of sent mails. If possible, sends a bounced message again by LINE. A
 * repeated event changes nothing.
 * @throws AppError NOT_LOGGED_IN for a wrong secret, INPUT_INVALID for a body without events
 */
export async function recordMailEvents(ctx: Ctx, rawBody: string, secret: string): Promise<void> {
  if (!isOneOf(settings().MAIL_WEBHOOK_SECRET ?? [], secret))
    throw new AppError('NOT_LOGGED_IN', { reason: 'webhook_signature' });
  const body = bodyShape.safeParse(readJson(rawBody));
  if (!body.success) throw new AppError('INPUT_INVALID');
  const events = body.data.events.flatMap((one) => eventShape.safeParse(one).data ?? []);
  await transaction(ctx.db, async (tx) => {
    for (const event of events) await recordEvent(tx, ctx.now, event);
  });
}

async function recordEvent(tx: Tx, now: Date, { type, email, messageId, status }: MailEvent): Promise<void> {
  // The Message-ID is `<id@host>`.
  const id = messageId?.replace(/^<|@.*$/g, '') ?? '';
  const [message] = await tx.select().from(messages).where(eq(messages.id, id)).for('update');
  const isDead =
    status === undefined
      ? message !== undefined && (await hasBouncedBefore(tx, message, email))
      : causeOfRefusal(`550 ${status}`) === 'address';
  if (type === 'complaint' || isDead) await recordMailFailures(tx, now, [email], type);
  if (type !== 'bounce' || message?.status !== 'sent' || message.channel !== 'email') return;
  if (message.lastError === BOUNCED) return;
  await tx.update(messages).set({ lastError: BOUNCED }).where(eq(messages.id, message.id));
  await sendByLine(tx, now, message);
}

/**
 * Whether another mail to the same address was returned that was written days before. As with refusals, one bounce of
 * unknown cause does not show that an address accepts no mail.
 */
async function hasBouncedBefore(tx: Tx, { accountId, createdAt }: Message, email: string): Promise<boolean> {
  if (accountId === null) return false;
  const before = new Date(createdAt.getTime() - REFUSED_AGAIN_AFTER_MS.address);
  const [found] = await tx
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(accounts, eq(accounts.id, messages.accountId))
    .where(
      and(
        eq(messages.accountId, accountId),
        eq(accounts.emailNorm, normaliseEmail(email)),
        eq(messages.lastError, BOUNCED),
        lte(messages.createdAt, before),
        // Mails before the last change of the e-mail went to another address.
        sql`${messages.createdAt} >= coalesce(${accounts.emailVerifiedAt}, '-infinity')`,
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Marks e-mail addresses as failed. The mark ends when the account verifies or changes its e-mail. */
export async function recordMailFailures(
  tx: Tx,
  now: Date,
  emails: readonly string[],
  failure: 'refused' | 'bounce' | 'complaint',
): Promise<void> {
  await tx
    .update(accounts)
    .set({ emailFailure: failure, emailFailedAt: now, failedEmailNorm: accounts.emailNorm })
    .where(
      and(
        inArray(accounts.emailNorm, emails.map(normaliseEmail)),
        isNull(accounts.deletedAt),
        sql`${accounts.failedEmailNorm} is distinct from ${accounts.emailNorm}`,
      ),
    );
}

async function sendByLine(tx: Tx, now: Date, message: Message): Promise<void> {
  const { id, kind } = message;
  if (hasForgottenPayload(kind)) return;
  if ((await findLineUser(tx, { ...message, channel: null })) === null) return;
  await requeueBounced(tx, now, { id, lastError: BOUNCED, retryKey: randomUUID() });
}

/** Returns the SQL condition that the present e-mail address of an account has failed. */
export function hasFailedEmail() {
  return typedSql(z.boolean(), sql`${accounts.failedEmailNorm} is not distinct from ${accounts.emailNorm}`);
}
