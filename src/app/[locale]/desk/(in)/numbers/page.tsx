import Link from 'next/link';
import { notFound } from 'next/navigation';
import { addMonthsTo } from '@/domain/day';
import { seesSmallGroups } from '@/domain/numbers';
import { monthText, countText } from '@/locales/desk-format';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { dayNumbersInput, numbersInput } from '@/schemas/desk';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { orNotFound } from '@/trpc/server';
import { deskMetadata } from '../../_components/desk-metadata';
import { Answers } from './_components/answers';
import { ByMonth } from './_components/by-month';
import { Cohorts } from './_components/cohorts';
import { Days } from './_components/days';
import { Forecast } from './_components/forecast';
import type { Locale } from '@/domain/locale';
import { shareText } from './_components/share-text';
import classes from './_components/numbers.module.css';
import { Chart } from './_components/chart';
import { FigureCell } from './_components/figure-cell';
import { reasonName } from './_components/reason-name';
import type { Shown } from './_components/types';
import { WideTable } from './_components/wide-table';
import { Tiles } from './_components/tiles';

export const generateMetadata = deskMetadata('desk.numbers');

export default async function NumbersPage({ params, searchParams }: PageProps<'/[locale]/desk/numbers'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'numbers.read');
  const { day, ...given } = await searchParams;
  const asked = numbersInput.safeParse(given);
  const chosen = dayNumbersInput.safeParse({ day: day === '' ? undefined : day });
  if (!asked.success || !chosen.success) notFound();
  const api = await deskApi();
  const [t, numbers, answers, days] = await Promise.all([
    getI18n(),
    orNotFound(api.numbers.read(asked.data)),
    api.numbers.answers(asked.data),
    api.numbers.days(chosen.data),
  ]);
  const { month, present, first, computedAt } = numbers;
  const [earlier, later] = [addMonthsTo(month, -1), addMonthsTo(month, 1)];
  const step = (to: typeof month, text: string) => (
    <Link href={localePath(locale, `/desk/numbers?month=${to}`)} prefetch={false} className="tap">
      {text}
    </Link>
  );
  return (
    <>
      <h1>{t('deskNumbers.heading', { month: monthText(month, locale) })}</h1>
      {computedAt !== null && (
        <p className="lead">{t('deskNumbers.computed', { moment: momentText(computedAt, locale) })}</p>
      )}
      {first !== null && (
        <nav className={classes.months} aria-label={t('deskNumbers.monthNav')}>
          {earlier >= first && step(earlier, t('deskNumbers.earlier', { month: monthText(earlier, locale) }))}
          {later <= present && step(later, t('deskNumbers.later', { month: monthText(later, locale) }))}
        </nav>
      )}
      <Days days={days} month={asked.data.month} chosen={chosen.data.day} locale={locale} />
      {first === null ? (
        <section className="card mt-5">
          <h2>{t('deskNumbers.none')}</h2>
          <p className="lead">{t('deskNumbers.noneText')}</p>
        </section>
      ) : (
        <>
          {computedAt === null && (
            <section className="card mt-5">
              <p>{t('deskNumbers.notComputed')}</p>
            </section>
          )}
          <Tiles numbers={numbers} locale={locale} />
          <Answers answers={answers} locale={locale} />
          <ByMonth numbers={numbers} locale={locale} />
          {computedAt !== null && <Reasons numbers={numbers} locale={locale} />}
          <Cohorts numbers={numbers} locale={locale} />
          {computedAt !== null && <Funnel numbers={numbers} locale={locale} />}
          <Forecast numbers={numbers} locale={locale} present={present} />
          {!seesSmallGroups(role) && <p className="muted small mt-3">{t('deskNumbers.hiddenText')}</p>}
        </>
      )}
    </>
  );
}

/** Why the subscriptions of the chosen month were lost. */
async function Reasons({ numbers, locale }: Shown) {
  const t = await getI18n();
  const { month } = numbers;
  // A health reason is stored as `other`, so that it never has a row of its own.
  const reasons = numbers.reasons.filter(({ count }) => count !== 0);
  const shown = reasons.flatMap(({ reason, count }) => (count === null ? [] : [{ reason, count }]));
  return (
    <section className="card mt-5">
      <h2>{t('deskNumbers.reasons')}</h2>
      <p className="lead">{t('deskNumbers.reasonsText', { other: t('cancelReasons.other') })}</p>
      {reasons.length === 0 ? (
        <p className="muted small mt-3">{t('deskNumbers.noLost')}</p>
      ) : (
        <div className={`stack-4 mt-3 ${classes.beside}`} data-split>
          {shown.length > 0 && (
            <Chart
              locale={locale}
              title={t('deskNumbers.reasons')}
              kind="bars"
              unit="count"
              series={[{ name: t('deskNumbers.count'), color: 'var(--primary)' }]}
              points={shown.map(({ reason, count }) => ({ label: reasonName(t, reason), values: [count] }))}
            />
          )}
          <WideTable caption={t('deskNumbers.reasons')}>
            <thead>
              <tr>
                <th scope="col">{t('deskNumbers.reason')}</th>
                <th scope="col">{t('deskNumbers.count')}</th>
              </tr>
            </thead>
            <tbody>
              {reasons.map(({ reason, count }) => (
                <tr key={reason}>
                  <th scope="row" data-wrap>
                    {reasonName(t, reason)}
                  </th>
                  <FigureCell
                    locale={locale}
                    month={month}
                    count={count}
                    list="lost"
                    part={reason}
                    label={reasonName(t, reason)}
                    text={(shown) => countText(shown, locale)}
                  />
                </tr>
              ))}
            </tbody>
          </WideTable>
        </div>
      )}
    </section>
  );
}

/** How many sign-ups of the chosen month reached each step, by language. */
async function Funnel({ numbers, locale }: Shown) {
  const t = await getI18n();
  const { funnel, month } = numbers;
  const total = funnel[0]?.all ?? 0;
  const of = (language: Locale) => funnel[0]?.byLocale.find((one) => one.locale === language)?.count ?? null;
  const begun = { all: total, en: of('en'), th: of('th') };
  return (
    <section className="card mt-5">
      <h2>{t('deskNumbers.funnel')}</h2>
      <p className="lead">{t('deskNumbers.funnelText')}</p>
      {total === 0 ? (
        <p className="muted small mt-3">{t('deskNumbers.noFunnel')}</p>
      ) : (
        <div className={`stack-4 mt-3 ${classes.beside}`} data-split>
          <Chart
            locale={locale}
            title={t('deskNumbers.funnel')}
            kind="bars"
            unit="count"
            series={[{ name: t('deskNumbers.figure.registered'), color: 'var(--sky)' }]}
            points={funnel.map(({ step, all }) => ({ label: t(`deskNumbers.steps.${step}`), values: [all] }))}
          />
          <WideTable caption={t('deskNumbers.funnel')}>
            <thead>
              <tr>
                <th scope="col">{t('deskNumbers.step')}</th>
                {(['all', 'en', 'th'] as const).map((language) => (
                  <th key={language} scope="col">
                    {t(`deskNumbers.languages.${language}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {funnel.map(({ step, all, byLocale }) => (
                <tr key={step}>
                  <th scope="row" data-wrap>
                    {t(`deskNumbers.steps.${step}`)}
                  </th>
                  {[{ locale: 'all' as const, count: all }, ...byLocale].map(
                    ({ locale: language, count }) => (
                      <FigureCell
                        key={language}
                        locale={locale}
                        month={month}
                        list="registered"
                        part={`${language}:${step}`}
                        count={count}
                        label={`${t(`deskNumbers.steps.${step}`)}, ${t(`deskNumbers.languages.${language}`)}`}
                        text={(reached) => shareText(t, locale, reached, begun[language])}
                      />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </WideTable>
        </div>
      )}
    </section>
  );
}
