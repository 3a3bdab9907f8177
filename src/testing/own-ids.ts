import { and, desc, eq } from 'drizzle-orm';
import { bankAccounts, cards, orders, passkeys } from '@/server/db/schema';
import type { Caller } from './callers';
import type { World } from './world';

export interface Own {
  /** The id of an upcoming order. `paidOrderId` is the id of a paid order. */
  orderId: string;
  paidOrderId: string;
  cardId: string;
  passkeyId: string;
  bankAccountId: string;
}
/** Returns ids of rows of the caller. A row that does not exist gets an id that no row has. */
export async function ownOf({ db }: World, { account }: Caller): Promise<Own> {
  const accountId = account?.accountId ?? '';
  const of = async (status: 'upcoming' | 'paid') => {
    const [row] = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.accountId, accountId), eq(orders.status, status)))
      .orderBy(orders.paymentDate);
    return row?.id ?? 'ord_none';
  };
  const mine = { where: eq(cards.accountId, accountId), orderBy: desc(cards.isDefault) };
  const card = await db.query.cards.findFirst(mine);
  const [passkey] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId));
  const [bankAccount] = await db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(eq(bankAccounts.accountId, accountId));
  return {
    orderId: await of('upcoming'),
    paidOrderId: await of('paid'),
    cardId: card?.id ?? 'card_none',
    passkeyId: passkey?.id ?? 'psk_none',
    bankAccountId: bankAccount?.id ?? 'bac_none',
  };
}
