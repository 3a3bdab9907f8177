'use client';

import Link from 'next/link';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import { useDeviceName } from './device-name';
import { Moment } from './moment';
import classes from './sessions.module.css';

export type ActivityEntry = RouterOutputs['auth']['activity']['activity'][number];

/** Lists log-ins, log-outs and changes of login methods, newest first. */
export function Activity({ entries }: { entries: readonly ActivityEntry[] }) {
  const t = useI18n();
  const locale = useLocale();
  if (entries.length === 0) return null;
  return (
    <section className="stack-2 mt-5" aria-labelledby="activity-title">
      <h2 id="activity-title">{t('details.activity.title')}</h2>
      <p className="muted small">
        {t('details.activity.lead', {
          reset: (
            <Link href={localePath(locale, '/account/details/password')}>{t('details.activity.change')}</Link>
          ),
        })}
      </p>
      <ul className={`mt-1 ${classes.entries}`}>
        {entries.map((entry) => (
          <Entry key={`${entry.at} ${entry.what}`} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry: { what, at, method, device } }: { entry: ActivityEntry }) {
  const t = useI18n();
  const nameOf = useDeviceName();
  const isLogIn = what === 'logged_in' && method !== null;
  const key = what === 'log_in_failed' && method === 'passkey' ? 'passkey_refused' : what;
  return (
    <li>
      <p>
        {isLogIn
          ? t('details.activity.logged_in_how', { how: t(`details.sessions.methods.${method}`) })
          : t(`details.activity.${key}`)}
      </p>
      <p className="muted small">
        <Moment at={at} />
        {device && ` · ${nameOf(device)}`}
      </p>
    </li>
  );
}
