import Link from 'next/link';
import { addDays } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { bahtText, clockText, dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from './case.module.css';

type Days = DeskOutputs['numbers']['days'];

interface DayNumbersProps {
  days: Days;
  locale: Locale;
}

/** The numbers of some days, each beside the same weekday a week before. */
export async function DayNumbers({ days, locale }: DayNumbersProps) {
  const t = await getI18n();
  const titleOf = ({ span, day, at }: Days[number]) =>
    span === 'today'
      ? t('deskToday.span.today', { time: clockText(at, locale) })
      : span === 'yesterday'
        ? t('deskToday.span.yesterday')
        : dayText(day, locale);
  const rows = days.flatMap((one) => {
    const { span, day, numbers, before } = one;
    const earlier = addDays(day, -7);
    const title = dayText(earlier, locale);
    return [
      { isBefore: false, day, numbers, title: titleOf(one) },
      {
        isBefore: true,
        day: earlier,
        numbers: before,
        title: span === 'today' ? t('deskToday.span.sameHour', { day: title }) : title,
      },
    ];
  });
  return (
    <section className={`surface ${classes.numbers}`} aria-label={t('deskToday.numbers')}>
      <table>
        <thead>
          <tr>
            <td />
            {days[0]?.numbers.map(({ name }) => (
              <th key={name} scope="col">
                {t(`deskToday.list.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ isBefore, day: of, numbers, title }) => (
            <tr key={`${of} ${isBefore}`} data-before={isBefore}>
              <th scope="row">{title}</th>
              {numbers.map(({ name, count, amount }) => (
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
