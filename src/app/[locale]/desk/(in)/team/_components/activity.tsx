import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { SessionRows } from '../../_components/session-rows';

interface ActivityProps {
  member: DeskOutputs['team']['members'][number];
  locale: Locale;
}

/** When a member logged in last, on which devices, and a link to what the member did. */
export async function Activity({ member, locale }: ActivityProps) {
  const t = await getI18n();
  const { staffId, name, email, state, lastLogInAt, sessions } = member;
  if (state === 'invited') return null;
  return (
    <div className="small">
      <p className="muted">
        {lastLogInAt === null
          ? t('deskTeam.neverLoggedIn')
          : t('deskTeam.lastLogIn', { moment: momentText(lastLogInAt, locale) })}
      </p>
      <Link
        href={localePath(locale, `/desk/log?staffId=${staffId}`)}
        className="tap"
        aria-label={t('deskTeam.logOf', { name: name || email })}
      >
        {t('deskTeam.log')}
      </Link>
      {sessions.length > 0 && (
        <details>
          <summary className={`tap ${classes.summary}`}>
            {t('deskTeam.devices', { count: sessions.length })}
          </summary>
          <SessionRows sessions={sessions} whose="colleague" locale={locale} />
        </details>
      )}
    </div>
  );
}
