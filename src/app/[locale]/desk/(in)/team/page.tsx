import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { DeskOutputs } from '@/trpc/desk';
import { SessionRows } from '../_components/session-rows';
import { InviteForm } from './_components/invite-form';
import { MemberRow } from './_components/member-row';

export const generateMetadata = deskMetadata('desk.team');

export default async function TeamPage({ params }: PageProps<'/[locale]/desk/team'>) {
  const locale = await pageLocale(params);
  const me = await requireMember(locale, 'staff.manage');
  const { team } = await deskApi();
  const [t, members] = await Promise.all([getI18n(), team.members()]);
  return (
    <>
      <h1>{t('deskTeam.heading')}</h1>
      <p className="lead">{t('deskTeam.lead')}</p>
      <section className="card mt-5">
        <h2>{t('deskTeam.members')}</h2>
        <ul className={classes.rows}>
          {members.map((member) => (
            <MemberRow key={member.staffId} member={member} isMe={member.staffId === me.staffId}>
              <Activity member={member} locale={locale} />
            </MemberRow>
          ))}
        </ul>
      </section>
      <section className="card mt-5">
        <h2>{t('deskTeam.invite')}</h2>
        <InviteForm />
      </section>
    </>
  );
}

interface ActivityProps {
  member: DeskOutputs['team']['members'][number];
  locale: Locale;
}

/** When a member logged in last, on which devices, and a link to what the member did. */
async function Activity({ member, locale }: ActivityProps) {
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
