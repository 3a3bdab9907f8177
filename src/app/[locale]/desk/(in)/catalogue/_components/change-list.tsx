import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { sinceText } from '@/locales/desk-format';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

type Changes = DeskOutputs['catalogue']['read']['changes'];

/** The latest price changes and rehearsals. */
export async function ChangeList({ changes, locale }: { changes: Changes; locale: Locale }) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskCatalogue.changes')}</h2>
      {changes.length === 0 && <p className="lead">{t('deskCatalogue.noChanges')}</p>}
      <ul className={classes.rows}>
        {changes.map(({ id, state, createdAt, at }) => (
          <li key={id} className={classes.row}>
            <Link className="tap" href={localePath(locale, `/desk/catalogue/prices/${id}`)}>
              {t('deskCatalogue.change', { moment: momentText(createdAt, locale) })}
            </Link>
            <p className="muted anywhere small">
              {t(`deskCatalogue.state.${state}`, { moment: sinceText(at, locale) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
