import { RETURN_VERDICTS } from '@/domain/settlement-money';
import Link from 'next/link';
import { reasonOf } from '@/domain/decline';
import type { CaseKind } from '@/domain/desk-cases';
import { dayOf } from '@/domain/day';
import { orderNumberText } from '@/domain/order';
import { REFUND_REASONS } from '@/domain/order-refund';
import { isReportedProblem, PARCEL_PROBLEMS } from '@/domain/parcel';
import { mayDo, type StaffRole } from '@/domain/staff';
import type { Locale } from '@/domain/locale';
import en from '@/locales/en/desk-today';
import { bahtText, courierText, dayText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { Translate } from '@/locales/typed';
import type { DeskOutputs } from '@/trpc/desk';
import { api } from '@/trpc/server';
import { messageText } from '../subscribers/[accountId]/_components/event-text';
import classes from './case.module.css';

export type Case = DeskOutputs['today']['read']['cases'][number];
export type CaseEntry = Case['entries'][number];

interface Reader {
  locale: Locale;
  role: StaffRole;
}

/** What a row of the list says: the sentence, what is known about it, and since or until when it waits. */
export interface CaseWords {
  say: React.ReactNode;
  hints: string[];
  when: string | null;
}

/** Returns the texts of a case in the language of the page. */
export async function wordsOf(one: Case, reader: Reader): Promise<CaseWords> {
  const t = await getI18n();
  const what = await causeText(t, one, reader.locale);
  return {
    say: sentence(t, one, { ...reader, what }),
    hints: await hintsOf(t, one, reader),
    when: whenOf(t, one, reader),
  };
}

/** Returns an entry of a case as a case of its own. */
export function caseOf(one: Case, entry: CaseEntry): Case {
  const { code, amount, since, until = null } = entry;
  return { ...one, count: 1, code, amount, since, until, causes: [], entries: [entry] };
}

type Alone = keyof typeof en.alone;
type Many = keyof typeof en.many;
const isAlone = (kind: CaseKind): kind is Alone => Object.hasOwn(en.alone, kind);
const isMany = (kind: CaseKind): kind is Many => Object.hasOwn(en.many, kind);

function sentence(
  t: Translate,
  one: Case,
  { locale, role, what }: Reader & { what: string },
): React.ReactNode {
  const { kind, count, amount, entries } = one;
  const [entry] = entries;
  const isOne = count === 1 && entries.length === 1;
  if (!isOne && isMany(kind)) return t(`deskToday.many.${kind}`, { count, what });
  const params = {
    what,
    amount: bahtText(amount ?? 0, locale),
    detail: entry?.detail ?? '',
    name: <Who person={entry?.person ?? null} nobody={t('deskToday.nobody')} role={role} locale={locale} />,
    order: entry?.orderNumber ? orderNumberText(entry.orderNumber) : t('deskToday.noOrder'),
  };
  if (isAlone(kind) && !entry?.person) return t(`deskToday.alone.${kind}`, params);
  return t(`deskToday.one.${kind}`, params);
}

interface WhoProps extends Reader {
  person: CaseEntry['person'];
  nobody: string;
}

/** The name of a subscriber, as a link for a role that may open the page. */
export function Who({ person, nobody, role, locale }: WhoProps) {
  const name = person?.name ?? nobody;
  if (!person || !mayDo(role, 'subscribers.read')) return <strong>{name}</strong>;
  return (
    <Link
      href={localePath(locale, `/desk/subscribers/${person.accountId}`)}
      prefetch={false}
      className={classes.who}
    >
      {name}
    </Link>
  );
}

type AboutCode = keyof typeof en.about;
const isAbout = (code: string): code is AboutCode => Object.hasOwn(en.about, code);

/** Returns the words for a cause of a kind of case; '' for a cause without words. */
async function causeText(
  t: Translate,
  { kind, code }: Pick<Case, 'kind' | 'code'>,
  locale: Locale,
): Promise<string> {
  if (code === null) return kind === 'retries' ? t('deskToday.decline.declined') : '';
  if (kind === 'retries') return t(`deskToday.decline.${reasonOf(code)}`);
  if (kind === 'messages') return messageText(code);
  if (kind === 'emails')
    return code === 'bounce' || code === 'complaint'
      ? t(`deskMessages.failure.${code}`)
      : t('deskMessages.failure.refused');
  if (kind === 'short') return productName(code, locale);
  const verdict = RETURN_VERDICTS.find((known) => known === code);
  if (kind === 'money' && verdict) return t(`deskToday.verdict.${verdict}`);
  const reason = REFUND_REASONS.find((known) => known === code);
  if (kind === 'askedRefunds' && reason) return t(`deskRefund.reasons.${reason}`);
  const problem = PARCEL_PROBLEMS.find((known) => known === code);
  if (kind === 'parcels' && problem && problem !== 'by_hand') return t(`deskToday.parcel.${problem}`);
  return isAbout(code) ? t(`deskToday.about.${code}`) : '';
}

async function productName(code: string, locale: Locale): Promise<string> {
  const products = await (await api()).catalogue.everyProduct();
  return products.find((product) => product.code === code)?.name[locale] ?? code;
}

async function hintsOf(t: Translate, one: Case, { locale }: Reader): Promise<string[]> {
  const { kind, count, entries, causes } = one;
  const [entry] = entries;
  const isOne = count === 1;
  const isSummed = !isOne && (kind === 'retries' || kind === 'late') && entries.length === count;
  const parts = await Promise.all(
    causes.map(async ({ code, count: of }) => {
      const text = kind === 'late' ? courierText(code, locale) : await causeText(t, { kind, code }, locale);
      return `${text} ${of}`;
    }),
  );
  const { lastMessage } = (isOne && entry) || {};
  const told = lastMessage && {
    message: await messageText(lastMessage.kind),
    moment: momentText(lastMessage.at, locale),
  };
  const state = [entry?.code, entry?.detail].flatMap((code) =>
    kind === 'disputes' && code && isAbout(code) ? [t(`deskToday.about.${code}`)] : [],
  );
  return [
    ...(isSummed ? [parts.join(' · ')] : []),
    ...(isOne ? state : []),
    ...(entry?.isBooked && isOne ? [t('deskToday.about.booked_as_lost')] : []),
    ...(entry?.isDisputed && isOne ? [t('deskToday.isDisputed')] : []),
    ...(entry?.due && isOne ? [t('deskToday.due', { amount: bahtText(entry.due, locale) })] : []),
    ...(kind === 'manualRefunds' && isOne && entry ? [transferHint(t, entry)] : []),
    ...(kind === 'manualRefunds' && isOne && entry?.detail
      ? [t('deskToday.deletedPayer', { payer: entry.detail })]
      : []),
    ...(kind === 'followUps' && isOne && entry?.detail ? [t('deskToday.given', { name: entry.detail })] : []),
    ...(kind === 'tomorrow' && entries.length > 0 ? [t('deskToday.expired', { count: entries.length })] : []),
    told ? t('deskToday.told', told) : t(`deskToday.hint.${isReportedProblem(one.code) ? 'reported' : kind}`),
  ];
}

/** Says whether the payer has named an account, or which member transfers the refund. */
function transferHint(t: Translate, { hasPayTo, takenBy, takerName }: CaseEntry): string {
  if (takenBy) return t('deskToday.payRefund.takenBy', { name: takerName ?? takenBy });
  return t(hasPayTo ? 'deskToday.payRefund.named' : 'deskToday.payRefund.asked');
}

const WHEN: Partial<Record<CaseKind, 'nextTry' | 'nextCharge' | 'openUntil' | 'expected' | 'answerBy'>> = {
  disputes: 'answerBy',
  retries: 'nextTry',
  expiring: 'nextCharge',
  openLinks: 'openUntil',
  tomorrow: 'expected',
};

function whenOf(t: Translate, { kind, since, until, entries }: Case, { locale }: Reader): string | null {
  const named = entries[0]?.detail === 'ends' ? 'ends' : WHEN[kind];
  if (!named || !until) return since && t('deskToday.when.since', { moment: momentText(since, locale) });
  const isMoment = named === 'nextTry' || named === 'ends';
  const moment = isMoment ? momentText(until, locale) : dayText(dayOf(new Date(until)), locale);
  return t(`deskToday.when.${named}`, { moment });
}
