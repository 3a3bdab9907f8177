import { ACTIVITIES } from '@/domain/activity';
import type { Tx } from '../db';
import { auditEvents, apiTokens, staff } from '../db/schema';
import { newId } from '../platform/ids';
import { log } from '../platform/log';
import { eventOfAudit, addEvents } from './events';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { TOLD_EVENTS } from '@/domain/staff';
import { queueMessages } from './outbox';

const LOGGED: ReadonlySet<string> = new Set(ACTIVITIES.map((activity) => `account.${activity}`));

/**
 * Writes an audit event in the caller's transaction. Also logs the event if it is about authentication, and queues mails
 * to the owners if a person did something sensitive.
 * @returns the event's id
 */
export async function writeAudit(
  tx: Tx,
  now: Date,
  event: { actor: string; subject: string; what: string; detail?: Record<string, unknown> },
): Promise<string> {
  const id = newId('audit');
  await tx.insert(auditEvents).values({ id, at: now, ...event });
  await tellOwners(tx, now, { id, ...event });
  const told = eventOfAudit(event);
  if (told) addEvents(tx, now, [told]);
  if (LOGGED.has(event.what)) log.info(event.what, { accountId: event.subject });
  return id;
}

interface AuditEvent {
  id: string;
  actor: string;
  subject: string;
  what: string;
  detail?: Record<string, unknown>;
}

/** Whether a person caused the event, at the desk or on the command line. */
const isByPerson = (actor: string) => /^(staff|operator)(:|$)/.test(actor);

/**
 * Queues a mail to every owner about a sensitive act of a person: an owner who knows nothing of it finds a stolen session.
 * Also if the product stopped a webhook. Does nothing for other events and for other acts of the product itself.
 */
async function tellOwners(tx: Tx, now: Date, event: AuditEvent): Promise<void> {
  const what = TOLD_EVENTS.find((told) => told === event.what);
  if (what === undefined || !(isByPerson(event.actor) || what === 'webhook.stopped')) return;
  const owners = await tx
    .select()
    .from(staff)
    .where(and(eq(staff.role, 'owner'), isNotNull(staff.joinedAt), isNull(staff.removedAt)));
  if (owners.length === 0) return;
  const [by, about] = [await nameOf(tx, event.actor), await aboutOf(tx, event)];
  const { amount } = event.detail ?? {};
  await queueMessages(
    tx,
    now,
    owners.map(({ id, email, name, locale }) => ({
      kind: 'staff_act' as const,
      accountId: null,
      toAddress: email,
      dedupeKey: `staff_act:${event.id}:${id}`,
      payload: {
        locale,
        firstName: name,
        what,
        by,
        about,
        at: now.toISOString(),
        amount: typeof amount === 'number' ? amount : null,
      },
      asked: true,
    })),
  );
}

async function nameOf(tx: Tx, actor: string): Promise<string> {
  const [, id = ''] = actor.split(':');
  const [member] = await tx.select().from(staff).where(eq(staff.id, id));
  return member ? member.name || member.email : actor;
}

/** Returns the member, the API token, the file of an import, the webhook's address, the order, the payment or the code that the event is about; null for a switch. */
async function aboutOf(tx: Tx, { subject, what, detail }: AuditEvent): Promise<string | null> {
  if (what.startsWith('staff.')) {
    const [member] = await tx.select({ email: staff.email }).from(staff).where(eq(staff.id, subject));
    return member?.email ?? subject;
  }
  if (what.startsWith('token.')) {
    const [token] = await tx
      .select({ name: apiTokens.name })
      .from(apiTokens)
      .where(eq(apiTokens.id, subject));
    return token?.name ?? subject;
  }
  if (what.startsWith('import.')) return typeof detail?.fileName === 'string' ? detail.fileName : subject;
  if (what.startsWith('webhook.')) return typeof detail?.url === 'string' ? detail.url : subject;
  if (what.startsWith('refund.')) return typeof detail?.orderId === 'string' ? detail.orderId : subject;
  return what.startsWith('code.') ? subject : null;
}
