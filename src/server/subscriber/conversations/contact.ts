import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import { strangerContactInput, type contactInput } from '@/schemas/conversations';
import { transaction, type Tx } from '../../db';
import { orders } from '../../db/schema';
import { receiveForm } from '../../lifecycle/conversations';
import type { Ctx } from '../../platform/context';
import { byNetwork, countTogether } from '../../platform/throttle';

type ContactInput = z.output<typeof contactInput>;

/**
 * Receives a contact form. Without a log-in its writer is not proven: name and e-mail are only what was typed.
 * @param accountId the account of the caller's session; null without one
 * @returns the token of the conversation's page; null if the form was received before
 * @throws AppError INPUT_INVALID for a visitor without name or e-mail, ORDER_NOT_FOUND for an order of another account,
 *   THROTTLED
 */
export async function sendContact(
  { db, now }: Ctx,
  accountId: string | null,
  input: ContactInput,
  caller: { address: string },
): Promise<{ token: string | null }> {
  const writer = accountId === null ? writerOf(input) : null;
  await countTogether(db, [
    { name: 'contactAddress', subject: caller.address },
    ...byNetwork('contactNetwork', caller),
    ...(accountId === null ? [] : [{ name: 'contactAccount' as const, subject: accountId }]),
  ]);
  const { key, topic, locale, text, aboutOrderId } = input;
  const received = await transaction(db, async (tx) => {
    const orderId = accountId && aboutOrderId ? await ownOrder(tx, accountId, aboutOrderId) : null;
    return receiveForm(tx, now, { key, accountId, writer, locale, topic, orderId, text });
  });
  return { token: received?.token ?? null };
}

function writerOf(input: ContactInput): { name: string; email: string } {
  const { data, error } = strangerContactInput.pick({ name: true, email: true }).safeParse({
    name: input.name ?? '',
    email: input.email ?? '',
  });
  if (data) return data;
  const fields = error.issues.map(({ path, message }) => [String(path[0]), [message]]);
  throw new AppError('INPUT_INVALID', {
    fieldErrors: Object.fromEntries(fields) as Record<string, string[]>,
  });
}

async function ownOrder(tx: Tx, accountId: string, orderId: string): Promise<string> {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.accountId, accountId)));
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return order.id;
}
