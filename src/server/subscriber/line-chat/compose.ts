import { eq } from 'drizzle-orm';
import type { ChatAnswer, ChatButton } from '@/domain/line-answer';
import type { Locale } from '@/domain/locale';
import { renderLineAnswer, type LineReply } from '@/emails/line-answer';
import { localePath, logInPath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import { settings } from '@/settings/settings';
import { transaction, type Tx } from '../../db';
import { orders } from '../../db/schema';
import { orderLinkUrl, writeOrderLinks, writeRepairLink } from '../../lifecycle/order-links';
import { markOfLineUser } from '../../login/line-flow';
import { writeLineLink } from '../../login/magic-link';
import type { Ctx } from '../../platform/context';
import { accountUrl, siteUrl } from '../../platform/site-url';
import { takeUses } from '../../platform/throttle';
import { loadItems } from '../../shop/orders/items';

/** The pages of the buttons that need no link of their own. */
const PAGES = {
  account: '/account',
  pause: sheetPath('pause'),
  restart: sheetPath('restart'),
  points: '/account/rewards/points',
  signUp: '/register',
  finish: '/register',
} as const satisfies Partial<Record<ChatButton['opens'], string>>;

/** The buttons that open a link of their own, which is stored. */
const STORED: readonly ChatButton['opens'][] = ['skip', 'box', 'moved', 'repair'];

/** The buttons that open a page of the account. */
const LOGGED_IN: readonly ChatButton['opens'][] = ['account', 'pause', 'restart', 'points'];

/**
 * Writes the links that an answer opens, and returns its message. Someone who has had too many links today gets pages of
 * the account instead, so that typing again and again does not fill the database.
 * @param subject the LINE user
 */
export async function composeAnswer(
  ctx: Ctx,
  subject: string,
  answer: ChatAnswer,
  locale: Locale,
): Promise<LineReply> {
  const wanted = answer.buttons.filter(({ opens }) => STORED.includes(opens)).length;
  const mayLink =
    wanted === 0 || (await takeUses(ctx.db, { name: 'lineLinks', subject }, wanted)).taken === wanted;
  return transaction(ctx.db, async (tx) => {
    const hrefs: string[] = [];
    const hasLogIn = answer.buttons.some(({ opens }) => LOGGED_IN.includes(opens) || !mayLink);
    const once = hasLogIn ? await writeLineLink(tx, ctx.now, subject) : null;
    for (const button of answer.buttons)
      hrefs.push(
        mayLink || !STORED.includes(button.opens)
          ? await hrefOf(tx, ctx.now, { button, locale, subject, once })
          : loggedInUrl(locale, accountPageOf(button), { subject, once }),
      );
    const items = answer.lists ? ((await loadItems(tx, [answer.lists])).get(answer.lists) ?? []) : [];
    return renderLineAnswer(answer, locale, { hrefs, items });
  });
}

interface LogIn {
  subject: string;
  /** The secret of a link that logs in once; null without an account. */
  once: string | null;
}

interface Opening extends LogIn {
  button: ChatButton;
  locale: Locale;
}

async function hrefOf(tx: Tx, now: Date, { button, locale, ...logIn }: Opening): Promise<string> {
  switch (button.opens) {
    case 'skip':
    case 'box':
    case 'moved': {
      const { orderId, paymentDate } = button.order;
      const action = button.opens === 'moved' ? 'move' : button.opens;
      const moveTo = button.opens === 'moved' ? { moveTo: button.to } : {};
      const [token = ''] = await writeOrderLinks(tx, now, [{ orderId, action, paymentDate, ...moveTo }]);
      return orderLinkUrl(locale, action, token);
    }
    case 'repair':
      return repairUrl(tx, now, button.orderId, locale);
    case 'pay':
    case 'parcel':
      return button.url;
    case 'connect':
      return settings().SITE_URL + logInPath(locale, localePath(locale, '/account/details/line'));
    case 'date':
      return '';
    case 'signUp':
    case 'finish':
      return siteUrl(locale, PAGES[button.opens]);
    case 'account':
    case 'pause':
    case 'restart':
    case 'points':
      return loggedInUrl(locale, PAGES[button.opens], logIn);
  }
}

/** Returns the page of the account for a button whose link is not made. */
const accountPageOf = (button: ChatButton) =>
  'order' in button
    ? sheetPath(button.opens === 'moved' ? 'move' : 'box', button.order.orderId)
    : PAGES.account;

/**
 * Returns the address of a page of the account that logs in by LINE first, without a question where LINE can, and by the
 * link that works once where it cannot.
 */
function loggedInUrl(locale: Locale, page: string, { subject, once }: LogIn): string {
  const next = localePath(locale, page);
  const query = new URLSearchParams({
    intent: 'login',
    in: 'line',
    for: markOfLineUser(subject),
    locale,
    next,
    ...(once !== null && { once }),
  });
  return `${settings().SITE_URL}/api/auth/line/start?${query}`;
}

/** Returns the link that pays an order without a log-in. Only a renewal has one: others are paid in the account. */
async function repairUrl(tx: Tx, now: Date, orderId: string, locale: Locale): Promise<string> {
  const [order] = await tx
    .select({
      id: orders.id,
      kind: orders.kind,
      paymentDate: orders.paymentDate,
      orderedFrom: orders.orderedFrom,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  const isOwed = order?.kind === 'renewal' && order.orderedFrom === null;
  return isOwed ? writeRepairLink(tx, now, order, locale) : accountUrl(locale);
}
