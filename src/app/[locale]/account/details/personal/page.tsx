import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { PersonalForm } from '../_components/personal-form';

export const generateMetadata = personalMetadata('/account/details/personal', 'details.personal.title');

export default async function PersonalPage({ params }: PageProps<'/[locale]/account/details/personal'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/personal');
  return <PersonalForm profile={await (await api()).account.profile()} />;
}
