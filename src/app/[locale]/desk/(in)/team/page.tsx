import type { Metadata } from 'next';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import { Activity } from './_components/activity';
import { InviteForm } from './_components/invite-form';
import { MemberRow } from './_components/member-row';

type Props = PageProps<'/[locale]/desk/team'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> => deskMetadata(params, 'desk.team');

export default async function TeamPage({ params }: Props) {
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
