import type { Metadata } from 'next';
import { getI18n, pageLocale } from '@/locales/server';
import { requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../_components/desk-metadata';

type Props = PageProps<'/[locale]/desk'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> => deskMetadata(params, 'desk.today');

export default async function TodayPage({ params }: Props) {
  await requireMember(await pageLocale(params));
  const t = await getI18n();
  return <h1>{t('desk.today')}</h1>;
}
