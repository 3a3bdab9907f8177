import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import { SessionRows } from '../_components/session-rows';
import { EndOthers } from './_components/end-sessions';

export const generateMetadata = deskMetadata('desk.sessions.title');

/** The member's own sessions, with buttons that end them. */
export default async function SessionsPage({ params }: PageProps<'/[locale]/desk/sessions'>) {
  const locale = await pageLocale(params);
  await requireMember(locale);
  const { entry } = await deskApi();
  const [t, sessions] = await Promise.all([getI18n(), entry.sessions()]);
  return (
    <>
      <h1>{t('desk.sessions.title')}</h1>
      <p className="lead">{t('desk.sessions.lead')}</p>
      <section className="card mt-5">
        <SessionRows sessions={sessions} whose="own" locale={locale} />
        {sessions.length > 1 && <EndOthers />}
      </section>
    </>
  );
}
