import type { Locale } from '@/domain/locale';
import { countText } from '@/locales/desk-format';
import { getI18n } from '@/locales/server';
import type { Translate } from '@/locales/typed';
import type { DeskOutputs } from '@/trpc/desk';
import { lengthText } from '../../conversations/_components/wait-text';
import classes from '../../_components/desk.module.css';

interface AnswersProps {
  answers: DeskOutputs['numbers']['answers'];
  locale: Locale;
}

/** How fast the conversations that began in the month were answered and closed. */
export async function Answers({ answers, locale }: AnswersProps) {
  const t = await getI18n();
  const { began, answered, closed, firstAnswer, closing } = answers;
  const tiles = [
    [countText(began, locale), t('deskNumbers.answers.began'), ''],
    [
      medianText(t, firstAnswer),
      t('deskNumbers.answers.first'),
      t('deskNumbers.answers.of', { count: answered }),
    ],
    [
      medianText(t, closing),
      t('deskNumbers.answers.closing'),
      t('deskNumbers.answers.of', { count: closed }),
    ],
  ] as const;
  return (
    <section className="card mt-5">
      <h2>{t('deskNumbers.answers.title')}</h2>
      {began === 0 ? (
        <p className="lead">{t('deskNumbers.answers.none')}</p>
      ) : (
        <ul className={classes.tiles}>
          {tiles.map(([figure, name, more]) => (
            <li key={name} className={classes.tile}>
              <span className={classes.figure}>{figure}</span>
              <span>{name}</span>
              {more && <span className="muted anywhere small">{more}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const medianText = (t: Translate, minutes: number | null) =>
  minutes === null ? '–' : lengthText(t, minutes);
