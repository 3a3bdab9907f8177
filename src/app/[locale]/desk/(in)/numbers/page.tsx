import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { addMonthsTo } from '@/domain/day';
import { seesSmallGroups } from '@/domain/numbers';
import { monthText } from '@/locales/desk-format';
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
import { Funnel } from './_components/funnel';
import classes from './_components/numbers.module.css';
import { Reasons } from './_components/reasons';
import { Tiles } from './_components/tiles';

type Props = PageProps<'/[locale]/desk/numbers'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  deskMetadata(params, 'desk.numbers');

export default async function NumbersPage({ params, searchParams }: Props) {
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
