import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { Sessions } from '../_components/sessions';

export const generateMetadata = personalMetadata('/account/details/sessions', 'details.sessions.title');

export default async function SessionsPage({ params }: PageProps<'/[locale]/account/details/sessions'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/sessions');
  const { auth } = await api();
  const [{ sessions }, { activity }] = await Promise.all([auth.sessions(), auth.activity()]);
  return <Sessions initial={sessions} activity={activity} />;
}
