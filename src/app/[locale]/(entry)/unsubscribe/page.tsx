import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { Unsubscribe } from '../_components/unsubscribe';

export const generateMetadata = personalMetadata('/unsubscribe', 'auth.unsubscribe.title');

export default async function UnsubscribePage({ params }: PageProps<'/[locale]/unsubscribe'>) {
  await pageLocale(params);
  return <Unsubscribe />;
}
