import { dayOf, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { movedDate, offeredActions, type OneTapAction } from '@/domain/order-link';
import type { OneTapLinks } from '@/emails/one-tap';
import type { Tx } from '../../db';
import type { accounts, orders } from '../../db/schema';
import { orderLinkUrl, writeOrderLinks } from '../../lifecycle/order-links';

/** The start of the data of a LINE button. The token of its link follows. */
export const TAP_PREFIX = 'do:';

interface Reminded {
  order: typeof orders.$inferSelect;
  account: Pick<typeof accounts.$inferSelect, 'locale'>;
  nextDate: Day | null;
}

/** Makes the links of reminders that change their orders with one tap. @returns the links by order id */
export async function writeOneTapLinks(
  tx: Tx,
  now: Date,
  reminded: readonly Reminded[],
): Promise<ReadonlyMap<string, OneTapLinks>> {
  const wanted = reminded.flatMap(({ order, account, nextDate }) => {
    const { id: orderId, paymentDate, movedFrom, freeProductCode } = order;
    const facts = { paymentDate, movedFrom, nextDate, hasFreeProduct: freeProductCode !== null };
    return offeredActions(facts, dayOf(now)).map((action) => ({ orderId, action, paymentDate, account }));
  });
  const tokens = await writeOrderLinks(
    tx,
    now,
    wanted.map(({ orderId, action, paymentDate }) => ({ orderId, action, paymentDate })),
  );
  const links = new Map<string, OneTapLinks>();
  for (const [at, { orderId, action, paymentDate, account }] of wanted.entries()) {
    const link = linkOf(account.locale, action, tokens[at] ?? '');
    const made = links.get(orderId) ?? { skip: null, move: null, box: null };
    const dated = action === 'move' ? { ...link, date: movedDate(paymentDate) } : link;
    links.set(orderId, { ...made, [action]: dated });
  }
  return links;
}

const linkOf = (locale: Locale, action: OneTapAction, token: string) => ({
  link: orderLinkUrl(locale, action, token),
  data: `${TAP_PREFIX}${token}`,
});
