import { appName } from '@/components/art/app-marks';
import { PAY_APPS } from '@/domain/pay-app';
import { RETURN_VERDICTS } from '@/domain/settlement-money';
import { reasonOf } from '@/domain/decline';
import type { PaymentMethod } from '@/domain/subscription';
import type { Day } from '@/domain/day';
import { isLocale, type Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import en from '@/locales/en/desk-lists';
import { bahtText, courierText, dayText, momentText } from '@/locales/format';
import type { Translate } from '@/locales/typed';
import type { DeskList, PartOf } from '@/schemas/desk-lists';
import type { DeskOutputs } from '@/trpc/desk';

export type Row = DeskOutputs['today']['list']['rows'][number];

export interface Column {
  name: keyof typeof en.columns;
  text: (row: Row) => string;
  isNumber?: true;
  /** Whether it is shown only if it is chosen. */
  isExtra?: true;
}

interface Reader {
  t: Translate;
  locale: Locale;
  /** The name of a kind of message. */
  messageName: (kind: string) => string;
}

const fact = (row: Row, name: string) => String(row.facts[name] ?? '');
const dayOr = (row: Row, name: string, locale: Locale) =>
  row.facts[name] == null ? '' : dayText(fact(row, name) as Day, locale);

/** Returns the first cell of a row: the name of the subscriber, or a code. */
export function nameText(list: DeskList, { id, name, accountId }: Row, t: Translate): string {
  if (list === 'codes') return id;
  return name ?? t(accountId === null ? 'deskToday.nobody' : 'deskSubscribers.deleted');
}

/** Returns the columns of a list after the first. A file has the same columns. */
export function columnsOf(list: DeskList, part: string | null, reader: Reader): Column[] {
  const { t, locale, messageName } = reader;
  const state: Column = { name: 'state', text: ({ state: of }) => partText(t, list, of ?? '') };
  const moment: Column = { name: 'at', text: ({ at }) => momentText(at, locale) };
  const order: Column = {
    name: 'order',
    text: ({ orderNumber }) => (orderNumber === null ? '' : orderNumberText(orderNumber)),
  };
  const amount: Column = {
    name: 'amount',
    isNumber: true,
    text: ({ amount: of }) => (of === null ? '' : bahtText(of, locale)),
  };
  return {
    subscribers: (): Column[] => [
      state,
      {
        name: 'method',
        text: (row) => t(`deskSubscribers.plan.methods.${fact(row, 'method') as PaymentMethod}`),
      },
      { name: 'next', text: (row) => dayOr(row, 'next', locale) },
      part === 'unreached'
        ? {
            name: 'failure',
            text: (row) => t(`deskMessages.failure.${fact(row, 'failure') as 'refused' | 'bounce'}`),
          }
        : { name: 'since', text: ({ at }) => dayText(at as Day, locale) },
      { name: 'tags', text: (row) => fact(row, 'tags'), isExtra: true },
      { name: 'followUp', text: (row) => dayOr(row, 'followUp', locale), isExtra: true },
      { name: 'member', text: (row) => fact(row, 'member'), isExtra: true },
      { name: 'language', text: (row) => languageText(fact(row, 'language'), t), isExtra: true },
    ],
    orders: (): Column[] => [
      order,
      { name: 'day', text: (row) => dayOr(row, 'day', locale) },
      ...(part === 'paid' || part === 'refunded' ? [{ ...moment, name: 'paidAt' as const }] : []),
      amount,
    ],
    payments: (): Column[] => [
      moment,
      order,
      { name: 'how', text: (row) => payText(row, part as PartOf<'payments'>, t) },
      amount,
    ],
    sent: (): Column[] => [
      moment,
      order,
      {
        name: 'courier',
        text: (row) => (row.facts.courier == null ? '' : courierText(fact(row, 'courier'), locale)),
      },
      { name: 'trackingNumber', text: (row) => fact(row, 'trackingNumber') },
    ],
    messages: (): Column[] => [
      { name: 'message', text: (row) => messageName(fact(row, 'kind')) },
      moment,
      state,
      {
        name: 'channel',
        text: ({ facts: { channel } }) =>
          channel === 'line' || channel === 'email' ? t(`deskSubscribers.messages.by.${channel}`) : '',
      },
    ],
    codes: () => codeColumns(reader, amount, state),
  }[list]();
}

const languageText = (locale: string, t: Translate) =>
  isLocale(locale) ? t(`deskSubscribers.person.languages.${locale}`) : '';

/** Returns the columns that are shown: the chosen ones, or the usual ones if none of them is chosen. */
export function shownColumns(columns: readonly Column[], chosen: readonly string[]): Column[] {
  const found = columns.filter(({ name }) => chosen.includes(name));
  return found.length > 0 ? found : columns.filter(({ isExtra }) => !isExtra);
}

/** Returns the columns of the discount codes. */
function codeColumns({ t, locale }: Reader, amount: Column, state: Column): Column[] {
  return [
    { name: 'discount', text: (row) => amount.text(row) || `${fact(row, 'percent')} %` },
    {
      name: 'validity',
      text: (row) => {
        const [from, until] = [dayText(row.at as Day, locale), dayOr(row, 'until', locale)];
        return until ? t('deskOperation.between', { from, until }) : t('deskOperation.since', { from });
      },
    },
    {
      name: 'used',
      text: (row) => {
        const [uses, max] = [fact(row, 'uses'), fact(row, 'usesMax')];
        return max ? t('deskOperation.usedOf', { uses, max }) : t('deskOperation.used', { count: uses });
      },
    },
    state,
  ];
}

/** Returns the name of a part of a list, which is also the state of its rows. */
export function partText(t: Translate, list: DeskList, part: string): string {
  if (list === 'subscribers')
    return part === 'retrying' || part === 'unreached' || part === 'expiring'
      ? t(`deskLists.part.${part}`)
      : t(`deskSubscribers.state.${part as 'active'}`);
  if (list === 'orders') return t(`deskLists.order.${part as PartOf<'orders'>}`);
  if (list === 'payments') return t(`deskToday.list.${part as PartOf<'payments'>}`);
  if (list === 'codes') return t(`deskOperation.state.${part as PartOf<'codes'>}`);
  return t(`deskSubscribers.messages.states.${part as PartOf<'messages'>}`);
}

type Refunded = keyof typeof en.why;

/** Returns how a payment was made or why it was not, or why it was given back. */
function payText(row: Row, part: PartOf<'payments'>, t: Translate): string {
  const { state, facts } = row;
  if (part === 'openLinks') return fact(row, 'reference');
  if (part === 'refunded') {
    const why = fact(row, 'why');
    return Object.hasOwn(en.why, why) ? t(`deskLists.why.${why as Refunded}`) : why;
  }
  const app = PAY_APPS.find((known) => known === facts.app);
  const way =
    facts.brand != null
      ? t('deskRefund.ways.card', { brand: fact(row, 'brand'), digits: fact(row, 'digits') })
      : (app && appName(app)) ||
        (facts.source === 'transfer' || facts.source === 'promptpay'
          ? t(`deskRefund.ways.${facts.source}`)
          : t(`deskSubscribers.plan.methods.${facts.isAccount === 1 ? 'bank_account' : 'card'}`));
  if (part === 'declined') return `${way}, ${t(`deskToday.decline.${reasonOf(state ?? '')}`)}`;
  const verdict = RETURN_VERDICTS.find((known) => known === state);
  return verdict ? `${way}, ${t(`deskToday.verdict.${verdict}`)}` : way;
}
