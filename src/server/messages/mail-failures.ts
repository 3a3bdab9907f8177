import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { normaliseEmail } from '@/domain/contact';
import { AppError } from '@/domain/errors';
import { causeOfRefusal } from '@/domain/mail-refusal';
import { textField } from '@/schemas/fields';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { accounts, messages } from '../db/schema';
import { typedSql } from '../db/query-rows';
import { readJson } from '../gateways/http';
import { isOneOf } from '../platform/equal-secrets';
import { findLineUser } from './line-user';
import { hasForgottenPayload } from './secrets';

/**
 * `bounce`: a mail was returned; `complaint`: the recipient reported a mail as spam. `status`: the enhanced status code
 * of a bounce, such as `5.1.1`. Without one, the mail service reports that the address accepts no mail.
 */
const eventShape = z.object({
  type: z.enum(['bounce', 'complaint']),
  email: textField.max(254),
  messageId: textField.max(200).optional(),
  status: textField.max(20).optional(),
});
const bodyShape = z.object({ events: z.array(z.unknown()).max(1000) });

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
  const isOfAddress = status === undefined || causeOfRefusal(`550 ${status}`) === 'address';
  if (type === 'complaint' || isOfAddress) await recordMailFailures(tx, now, [email], type);
  // The Message-ID is `<id@host>`.
  const id = messageId?.replace(/^<|@.*$/g, '');
  if (type !== 'bounce' || id === undefined) return;
  const [message] = await tx.select().from(messages).where(eq(messages.id, id)).for('update');
  if (message) await sendByLine(tx, now, message);
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

const BOUNCED = 'BOUNCED';

async function sendByLine(tx: Tx, now: Date, message: Message): Promise<void> {
  const { id, channel, status, kind, lastError } = message;
  const wasMailed = status === 'sent' && channel === 'email' && lastError !== BOUNCED;
  if (!wasMailed || hasForgottenPayload(kind)) return;
  if ((await findLineUser(tx, { ...message, channel: null })) === null) return;
  await tx
    .update(messages)
    .set({
      status: 'queued',
      channel: null,
      sentAt: null,
      tries: 0,
      jobUntil: null,
      leaseUntil: null,
      lastError: BOUNCED,
      notBefore: now,
      retryKey: randomUUID(),
    })
    .where(eq(messages.id, id));
}

/** Returns the SQL condition that the present e-mail address of an account has failed. */
export function hasFailedEmail() {
  return typedSql(z.boolean(), sql`${accounts.failedEmailNorm} is not distinct from ${accounts.emailNorm}`);
}
