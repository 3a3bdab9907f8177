import Link from 'next/link';
import { notFound } from 'next/navigation';
import { monthText } from '@/locales/desk-format';
import { bahtText, momentText, dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { monthInput } from '@/schemas/desk';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { orNotFound } from '@/trpc/server';
import { deskMetadata } from '../../../_components/desk-metadata';
import desk from '../../_components/desk.module.css';
import { MoneyTabs } from '../_components/money-tabs';
import { Compare } from './_components/compare';
import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import type { DeskOutputs } from '@/trpc/desk';
import { AcceptDifference } from './_components/accept-difference';
import { CloseMonth } from './_components/close-month';
import classes from './_components/payouts.module.css';
import { Payouts } from './_components/payouts';

type Props = PageProps<'/[locale]/desk/money/payouts'>;

export const generateMetadata = deskMetadata('deskPayouts.heading');

export default async function PayoutsPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'books.use');
  const asked = monthInput.partial().safeParse(await searchParams);
  if (!asked.success) notFound();
  const [t, { payouts }] = await Promise.all([getI18n(), deskApi()]);
  const shown = await orNotFound(payouts.month(asked.data));
  const { month, earlier, later, reading, onTheWay, recent, open, differences } = shown;
  const step = (to: typeof month) => (
    <Link href={localePath(locale, `/desk/money/payouts?month=${to}`)} prefetch={false} className="tap">
      {monthText(to, locale)}
    </Link>
  );
  const tiles = [
    [t('deskPayouts.onTheWay'), bahtText(onTheWay, locale), null],
    [
      t('deskPayouts.recent'),
      bahtText(recent.amount, locale),
      t('deskPayouts.recentCount', { count: recent.count }),
    ],
    [t('deskPayouts.differs'), bahtText(open.amount, locale), t('deskPayouts.open', { count: open.count })],
  ] as const;
  return (
    <>
      <h1>{t('deskMoney.heading')}</h1>
      <MoneyTabs here="/desk/money/payouts" role={role} locale={locale} />
      <section className="card">
        <h2>{t('deskPayouts.where')}</h2>
        <dl className={desk.wideTiles}>
          {tiles.map(([name, figure, more]) => (
            <div key={name} className={desk.tile}>
              <dt>{name}</dt>
              <dd className={desk.figure}>{figure}</dd>
              {more !== null && <dd className="muted small">{more}</dd>}
            </div>
          ))}
        </dl>
      </section>
      <section className="card mt-5">
        <h2>{t('deskPayouts.month', { month: monthText(month, locale) })}</h2>
        <p className="lead" role="status">
          {reading === null
            ? t('deskPayouts.neverRead')
            : reading.readAt === null
              ? t('deskPayouts.notRead')
              : t('deskPayouts.read', { moment: momentText(reading.readAt, locale) })}
          {reading?.by != null && ` · ${t('deskPayouts.readBy', { name: reading.by })}`}
        </p>
        {reading?.problem != null && (
          <p className="note waiting mt-3">
            {t('deskPayouts.problem', { moment: momentText(reading.triedAt, locale) })}
          </p>
        )}
        <Compare shown={shown} />
        <nav className="row mt-3" aria-label={t('deskPayouts.monthNav')}>
          {earlier !== null && step(earlier)}
          {later !== null && step(later)}
        </nav>
        <Payouts payouts={shown.payouts} differences={differences} locale={locale} />
      </section>
      <Differences differences={differences} locale={locale} />
      <Equation shown={shown} locale={locale} />
      <HandRefunds refunds={shown.handRefunds} locale={locale} />
    </>
  );
}

/** What differs in a month: the amount, the reason in words, since when, and who accepted it. */
async function Differences({
  differences,
  locale,
}: Pick<DeskOutputs['payouts']['month'], 'differences'> & { locale: Locale }) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskPayouts.differences')}</h2>
      {differences.length === 0 && <p className="lead">{t('deskPayouts.noDifference')}</p>}
      <ul className={desk.rows}>
        {differences.map(({ id, kind, subject, since, actual, expected, orderNumber, accepted }) => (
          <li key={id} className={desk.row} data-split>
            <div>
              <p className={desk.strong}>
                {bahtText(Math.abs(actual - expected), locale)} ·{' '}
                {t(`deskPayouts.reason.${kind}`, {
                  actual: bahtText(actual, locale),
                  expected: bahtText(expected, locale),
                })}
              </p>
              <p className="muted anywhere small">
                {orderNumber !== null && `${orderNumberText(orderNumber)} · `}
                <code>{subject}</code> · {t('deskPayouts.since', { moment: momentText(since, locale) })}
              </p>
              {accepted && (
                <p className="small anywhere">
                  <span className="tag good">{t('deskPayouts.accepted')}</span>{' '}
                  {[accepted.by, momentText(accepted.at, locale), accepted.why].filter(Boolean).join(' · ')}
                </p>
              )}
            </div>
            {!accepted && <AcceptDifference id={id} subject={subject} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Refunds = DeskOutputs['payouts']['month']['handRefunds'];

/** The refunds of a month that the gateway could not make: those that were sent by bank transfer, and those that wait. */
async function HandRefunds({ refunds, locale }: { refunds: Refunds; locale: Locale }) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskPayouts.byHand.heading')}</h2>
      <p className="lead">{t('deskPayouts.byHand.lead')}</p>
      {(['sent', 'waiting'] as const).map((state) => (
        <div key={state} className="mt-3">
          <h3>
            {t(`deskPayouts.byHand.${state}`, {
              count: refunds[state].count,
              amount: bahtText(refunds[state].amount, locale),
            })}
          </h3>
          <ul className={desk.rows}>
            {refunds[state].rows.map(({ id, day, amount, reference, orderNumber, accountId }) => (
              <li key={id} className={desk.row}>
                <p className={desk.strong}>
                  {bahtText(amount, locale)} · {dayText(day, locale)}
                </p>
                <p className="muted anywhere small">
                  {accountId !== null && orderNumber !== null ? (
                    <Link
                      href={localePath(locale, `/desk/subscribers/${accountId}`)}
                      prefetch={false}
                      className="tap"
                    >
                      {orderNumberText(orderNumber)}
                    </Link>
                  ) : (
                    <code>{id}</code>
                  )}
                  {reference !== null && ` · ${reference}`}
                </p>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

const PLUS = new Set(['gross', 'won']);
const LEFT = ['gross', 'fees', 'vat', 'refunds', 'disputes', 'won', 'transferFees'] as const;

/** How a month adds up, from what was on the way at its begin to what is on the way at its end. */
async function Equation({ shown, locale }: { shown: DeskOutputs['payouts']['month']; locale: Locale }) {
  const t = await getI18n();
  const { figures, gap, listed, month, closed, canClose } = shown;
  const line = (name: string, sign: string, satang: number) => (
    <div key={name}>
      <dt>
        {sign !== '' && <span aria-hidden="true">{sign} </span>}
        {name}
      </dt>
      <dd>{bahtText(satang, locale)}</dd>
    </div>
  );
  const name = (key: keyof typeof figures) => t(`deskPayouts.figure.${key}`);
  return (
    <section className="card mt-5">
      <h2>{t('deskPayouts.equation', { month: monthText(month, locale) })}</h2>
      <p className="lead">
        {closed
          ? t('deskPayouts.closed', { moment: momentText(closed.at, locale), name: closed.by ?? '–' })
          : gap !== listed
            ? t('deskPayouts.unexplained', { amount: bahtText(gap - listed, locale) })
            : gap === 0
              ? t('deskPayouts.addsUp')
              : t('deskPayouts.addsUpBut', { amount: bahtText(gap, locale) })}
      </p>
      <dl className={classes.sum}>
        {line(name('opening'), '', figures.opening)}
        {LEFT.map((key) => line(name(key), PLUS.has(key) ? '+' : '−', figures[key]))}
        {line(name('bank'), '=', figures.bank)}
        {line(name('closing'), '+', figures.closing)}
        {listed !== 0 && line(t('deskPayouts.listed'), '+', listed)}
      </dl>
      <p className="muted small mt-3">
        {t('deskPayouts.direct', { amount: bahtText(figures.direct, locale) })}
      </p>
      {canClose && <CloseMonth month={month} />}
    </section>
  );
}
