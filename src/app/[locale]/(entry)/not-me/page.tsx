import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { NotMe } from '../_components/not-me';

export const generateMetadata = personalMetadata('/not-me', 'auth.notMe.title');

export default async function NotMePage({ params }: PageProps<'/[locale]/not-me'>) {
  await pageLocale(params);
  return <NotMe />;
}
