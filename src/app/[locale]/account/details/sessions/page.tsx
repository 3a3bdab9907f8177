import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { detailsMetadata } from '../_components/metadata';
import { Sessions } from '../_components/sessions';

export function generateMetadata({
  params,
}: PageProps<'/[locale]/account/details/sessions'>): Promise<Metadata> {
  return detailsMetadata(params, '/account/details/sessions');
}

export default async function SessionsPage({ params }: PageProps<'/[locale]/account/details/sessions'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/sessions');
  const { auth } = await api();
  const [{ sessions }, { activity }] = await Promise.all([auth.sessions(), auth.activity()]);
  return <Sessions initial={sessions} activity={activity} />;
}
