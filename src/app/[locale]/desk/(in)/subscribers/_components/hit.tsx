import Link from 'next/link';
import { localePath } from '@/locales/paths';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

interface HitProps {
  hit: DeskOutputs['subscribers']['search']['hits'][number];
  locale: Locale;
  /** The search, to which the subscriber's page leads back. */
  typed: string;
}

/** A subscriber that the search has found, as a link to the subscriber's page. */
export async function Hit({ hit, locale, typed }: HitProps) {
  const t = await getI18n();
  const { accountId, foundBy, name, email, phone, state } = hit;
  return (
    <li className={classes.row} data-split data-row>
      <div>
        <p className={classes.strong}>
          <Link
            href={localePath(locale, `/desk/subscribers/${accountId}?q=${encodeURIComponent(typed)}`)}
            className="tap"
          >
            {name ?? t('deskSubscribers.deleted')}
          </Link>
        </p>
        <p className="muted anywhere small">{name === null ? accountId : `${email} · ${phone}`}</p>
        {foundBy !== 'text' && (
          <p className="muted anywhere small">
            {t('deskSubscribers.search.by', { what: t(`deskSubscribers.search.foundBy.${foundBy}`) })}
          </p>
        )}
      </div>
      <p>{t(`deskSubscribers.state.${state}`)}</p>
    </li>
  );
}
