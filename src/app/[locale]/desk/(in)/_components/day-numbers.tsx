import Link from 'next/link';
import { addDays, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { bahtText, clockText, dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from './case.module.css';

interface DayNumbersProps {
  numbers: DeskOutputs['today']['read']['numbers'];
  day: Day;
  at: string;
  locale: Locale;
}

/** The numbers of today and yesterday, each beside the same weekday a week before. */
export async function DayNumbers({ numbers, day, at, locale }: DayNumbersProps) {
  const t = await getI18n();
  const rows = [
    { span: 'today', day, title: t('deskToday.span.today', { time: clockText(at, locale) }) },
    {
      span: 'todayBefore',
      day: addDays(day, -7),
      title: t('deskToday.span.todayBefore', { day: dayText(addDays(day, -7), locale) }),
    },
    { span: 'yesterday', day: addDays(day, -1), title: t('deskToday.span.yesterday') },
    {
      span: 'yesterdayBefore',
      day: addDays(day, -8),
      title: t('deskToday.span.yesterdayBefore', { day: dayText(addDays(day, -8), locale) }),
    },
  ] as const;
  return (
    <section className={`surface ${classes.numbers}`} aria-label={t('deskToday.numbers')}>
      <table>
        <thead>
          <tr>
            <td />
            {numbers.today.map(({ name }) => (
              <th key={name} scope="col">
                {t(`deskToday.list.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ span, day: of, title }) => (
            <tr key={span} data-span={span}>
              <th scope="row">{title}</th>
              {numbers[span].map(({ name, count, amount }) => (
                <td key={name}>
                  <Link
                    href={localePath(
                      locale,
                      `/desk/subscribers?${name === 'sent' ? 'list=sent' : `list=payments&part=${name}`}&from=${of}&until=${of}`,
                    )}
                    prefetch={false}
                  >
                    {amount === null || name === 'declined' ? count : bahtText(amount, locale)}
                  </Link>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
