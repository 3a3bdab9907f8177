import type { CardProblem } from '@/domain/card';
import { addDays, parseDay, dayOf, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { destinationText, type Destination } from '@/locales/format';
import { Items, type MailedItem } from './facts';
import { message, type OrderPayload } from './message';
import { TapActions, type OneTapLinks, type TapAction } from './one-tap';
import { Button, Highlight, Notice, Paragraph } from './parts';
import {
  PREVIEW_ACCOUNT_URL,
  PREVIEW_DAY,
  PREVIEW_ITEMS,
  PREVIEW_PLACE,
  PREVIEW_OF_ORDER,
} from './preview-data';
import type { MailedBankAccount, Wording } from './wording';

interface Payload extends OrderPayload {
  paymentDate: Day;
  /** The last day on which the order can be skipped; null when that day has passed. */
  skipUntil: Day | null;
  /** The links that change the order with one tap; missing after their cut-off and once sent. */
  oneTap?: OneTapLinks;
  total: Satang;
  items: MailedItem[];
  /** The product that was paid with points. Undefined in older messages. */
  freeProduct?: Record<Locale, string> | null;
  /** How the order is paid. `card`: the card to be charged; null without one. `problem`: why it will fail. */
  paidBy:
    | { method: 'offline' }
    /** `account`: null if none is linked, or the bank does not accept charges of it. */
    | { method: 'bank_account'; account: MailedBankAccount | null }
    | { method: 'card'; card: { brand: string; lastDigits: string } | null; problem: CardProblem | null };
  /** Where the parcel goes; missing without an address and once sent. */
  place?: Destination;
  accountUrl: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  paymentDate: PREVIEW_DAY,
  skipUntil: parseDay('2026-11-18'),
  total: 45700,
  items: PREVIEW_ITEMS,
  paidBy: { method: 'card', card: { brand: 'Visa', lastDigits: '4242' }, problem: null },
  place: PREVIEW_PLACE,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/**
 * Announces a charge: date, amount, payment method, address, products, and the last day to skip or change the order.
 * Says so if the card will certainly fail.
 */
export default message<Payload>({
  channel: 'line',
  secret: ['oneTap'],
  address: 'place',
  isExpired: ({ paymentDate }, { now }) => paymentDate <= dayOf(now),
  head: (payload, { say, baht, day }) => {
    const date = day(payload.paymentDate);
    const total = baht(payload.total);
    const skipUntil = payload.skipUntil && day(payload.skipUntil);
    return {
      subject: say('emails.orderReminder.subject', { date, total }),
      preheader:
        skipUntil === null
          ? say('emails.orderReminder.skipLate')
          : say('emails.orderReminder.preheader', { skipUntil }),
      heading: say('emails.orderReminder.heading', { date }),
    };
  },
  body: (payload, wording) => {
    const { say, baht, day } = wording;
    const { paymentDate, paidBy, freeProduct = null } = payload;
    const total = baht(payload.total);
    const skipUntil = payload.skipUntil && day(payload.skipUntil);
    return (
      <>
        <Highlight label={say('emails.orderReminder.due')} value={total} {...paidByNote(payload, wording)} />
        {paidBy.method === 'card' && paidBy.problem !== null && (
          <Notice
            title={say('emails.orderReminder.problem.title')}
            text={problemText(paidBy, paymentDate, wording)}
          />
        )}
        {paidBy.method === 'bank_account' && paidBy.account === null && (
          <Notice
            title={say('emails.orderReminder.problem.title')}
            text={say('emails.orderReminder.problem.noBankAccount', { date: day(paymentDate) })}
          />
        )}
        <Paragraph>
          {skipUntil === null
            ? say('emails.orderReminder.skipLate')
            : say('emails.orderReminder.skip', { skipUntil })}
        </Paragraph>
        {payload.oneTap && <TapActions actions={actionsOf(payload.oneTap, wording)} />}
        <Button
          href={payload.accountUrl}
          label={say(freeProduct === null ? 'emails.orderReminder.button' : 'emails.orderReminder.see')}
        />
        {payload.place && (
          <Paragraph inLine={null}>
            {say('emails.deliverTo', { address: destinationText(payload.place) })}
          </Paragraph>
        )}
        <Paragraph>{say('emails.orderReminder.intro')}</Paragraph>
        <Items items={payload.items} wording={wording} freeProduct={freeProduct} />
        <Paragraph>
          {freeProduct === null
            ? say('emails.orderReminder.change', { date: day(addDays(paymentDate, -1)) })
            : say('emails.orderReminder.changeLater')}
        </Paragraph>
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'with one-tap links': {
      ...PREVIEW,
      oneTap: {
        skip: { link: 'http://localhost:3000/do/preview-skip', data: 'do:preview-skip' },
        move: {
          link: 'http://localhost:3000/do/preview-move',
          data: 'do:preview-move',
          date: parseDay('2026-11-27'),
        },
        box: { link: 'http://localhost:3000/do/preview-box', data: 'do:preview-box' },
      },
    },
    'by payment link': { ...PREVIEW, paidBy: { method: 'offline' } },
    'by bank account': {
      ...PREVIEW,
      paidBy: { method: 'bank_account', account: { bank: 'kbank', lastDigits: '1234' } },
    },
    'no bank account': { ...PREVIEW, paidBy: { method: 'bank_account', account: null } },
    'card expires before': {
      ...PREVIEW,
      paidBy: { method: 'card', card: { brand: 'Visa', lastDigits: '4242' }, problem: 'expired' },
    },
    'too late to skip': { ...PREVIEW, skipUntil: null },
    'with a free product': { ...PREVIEW, freeProduct: { en: 'Night pads', th: 'ผ้าอนามัยกลางคืน' } },
  },
});

/** Returns how the order is paid; nothing if its card will certainly fail, because the notice then names the card. */
function paidByNote({ paidBy, paymentDate }: Payload, { say, day, bankAccount }: Wording): { note?: string } {
  const date = day(paymentDate);
  if (paidBy.method === 'offline') return { note: say('emails.orderReminder.byLink', { date }) };
  if (paidBy.method === 'bank_account') {
    const { account } = paidBy;
    return account
      ? { note: say('emails.orderReminder.byBankAccount', { date, account: bankAccount(account) }) }
      : {};
  }
  if (paidBy.card === null || paidBy.problem !== null) return {};
  return { note: say('emails.orderReminder.byCard', { date, card: say('emails.card', paidBy.card) }) };
}

function problemText(
  { card, problem }: Extract<Payload['paidBy'], { method: 'card' }>,
  paymentDate: Day,
  { say, day }: Wording,
): string {
  const date = day(paymentDate);
  if (card === null || problem === null) return say('emails.orderReminder.problem.missing', { date });
  const about = { date, card: say('emails.card', card) };
  return say(`emails.orderReminder.problem.${problem}`, about);
}

/** Returns the one-tap actions. Another box needs the editor of the account, so its button opens a page in LINE, too. */
function actionsOf({ skip, move, box }: OneTapLinks, { say, day }: Wording): TapAction[] {
  return [
    ...(skip ? [{ href: skip.link, label: say('emails.orderReminder.tapSkip'), data: skip.data }] : []),
    ...(move
      ? [
          {
            href: move.link,
            label: say('emails.orderReminder.tapMove', { date: day(move.date) }),
            data: move.data,
          },
        ]
      : []),
    ...(box ? [{ href: box.link, label: say('emails.orderReminder.tapBox') }] : []),
  ];
}
