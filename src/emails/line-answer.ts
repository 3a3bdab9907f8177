import { CHAT_STATES, type ChatAnswer, type ChatButton } from '@/domain/line-answer';
import { menuCells, type MenuTap } from '@/domain/line-menu';
import type { LineWish } from '@/domain/line-words';
import { LOCALES, type Locale } from '@/domain/locale';
import { FREE_PRODUCT_POINTS } from '@/domain/points';
import { courierText } from '@/locales/format';
import type { WordKey } from '@/locales/translate';
import { itemLines, type MailedItem } from './facts';
import { flexBubble } from './flex';
import type { TapAction } from './one-tap';
import type { Block } from './outline';
import type { LineMessage } from './render-line';
import { wordingOf } from './wording';

/** The starts of the data of the buttons of an answer: another word, and the day chosen for an order. */
export const ASK_PREFIX = 'ask:';
export const DATE_PREFIX = 'date:';

/** What the answer needs besides its rule: the addresses of its buttons, in their order, and the contents of the box. */
export interface AnswerParts {
  hrefs: readonly string[];
  items: readonly MailedItem[];
}

/** A LINE message with the words that a person can tap instead of typing. */
export type LineReply = LineMessage & { quickReply?: { items: object[] } };

/** The keys of the sentences that say that nothing has changed yet. */
const UNCONFIRMED: ReadonlySet<ChatAnswer['says']> = new Set(['skip', 'skipLast', 'skipLate', 'moveTo']);

/** Renders the answer to a typed word as one Flex bubble with quick replies. Its `altText` names no product. */
export function renderLineAnswer(
  answer: ChatAnswer,
  locale: Locale,
  { hrefs, items }: AnswerParts,
): LineReply {
  const wording = wordingOf(locale);
  const params = paramsOf(answer, locale);
  const say = (key: WordKey) => wording.say(key, params);
  const title = say(`lineChat.${answer.says}.title`);
  const blocks: Block[] = [
    { kind: 'paragraph', text: say(`lineChat.${answer.says}.text`), small: false },
    { kind: 'facts', facts: items.length === 0 ? [] : itemLines({ items, wording }) },
    ...answer.buttons.map((button, at): Block => buttonOf(button, at, hrefs[at] ?? '')),
    ...(UNCONFIRMED.has(answer.says)
      ? [{ kind: 'paragraph' as const, text: say('lineChat.confirms'), small: true }]
      : []),
  ];
  return {
    type: 'flex',
    altText: title,
    contents: flexBubble({ heading: title, blocks }),
    ...(answer.offers.length > 0 && {
      quickReply: { items: answer.offers.map((wish) => offer(wish, locale)) },
    }),
  };

  function buttonOf(button: ChatButton, at: number, href: string): Block {
    const { opens } = button;
    const day = opens === 'skip' ? button.order.paymentDate : opens === 'moved' ? button.to : null;
    const label = wording.say(`lineChat.buttons.${opens}`, {
      ...params,
      ...(day && { date: wording.day(day) }),
    });
    const action: TapAction = { href, label, ...(opens === 'date' && { picker: pickerOf(button, locale) }) };
    return at === 0 && opens !== 'date'
      ? { kind: 'button', href, label }
      : { kind: 'actions', actions: [action] };
  }
}

const pickerOf = ({ order, from, until }: Extract<ChatButton, { opens: 'date' }>, locale: Locale) => ({
  data: `${DATE_PREFIX}${order.orderId}:${locale}`,
  initial: from > order.paymentDate ? from : order.paymentDate,
  min: from,
  max: until,
});

function paramsOf(answer: ChatAnswer, locale: Locale): Record<string, string | number> {
  const { baht, day, deadline } = wordingOf(locale);
  const { amount, date, next, until, moment, courier, count, number, parcel } = answer;
  return {
    ...(amount !== undefined && { amount: baht(amount) }),
    ...(date && { date: day(date) }),
    ...(next && { next: day(next) }),
    ...(until && { until: day(until) }),
    ...(moment && { moment: deadline(moment) }),
    ...(courier && { courier: courierText(courier, locale) }),
    ...(count !== undefined && { count, needed: FREE_PRODUCT_POINTS }),
    ...(number !== undefined && { number }),
    ...(parcel && { parcel }),
  };
}

/** Returns the words of all rich menus, which their pictures have. */
export const menuLabels = (): Record<string, string[]> =>
  Object.fromEntries(
    CHAT_STATES.flatMap((state) =>
      LOCALES.map((locale) => [
        `${state}-${locale}`,
        menuCells(state).map(({ tap }) => menuLabel(tap, locale)),
      ]),
    ),
  );

/** Returns the words of a cell of a rich menu. */
export function menuLabel(tap: MenuTap, locale: Locale): string {
  const { say } = wordingOf(locale);
  return 'asks' in tap ? say(`lineChat.wishes.${tap.asks}`) : say(`lineChat.menu.${tap.opens}`);
}

/** Returns the data of a button that asks for a word in a language. */
export const askData = (wish: LineWish, locale: Locale): string => `${ASK_PREFIX}${wish}:${locale}`;

function offer(wish: LineWish, locale: Locale): object {
  const label = wordingOf(locale).say(`lineChat.wishes.${wish}`);
  return {
    type: 'action',
    action: { type: 'postback', label, data: askData(wish, locale), displayText: label },
  };
}
