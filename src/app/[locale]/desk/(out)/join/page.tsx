import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { deskMetadata } from '../../_components/desk-metadata';
import { Join } from '../_components/join';

export const generateMetadata = deskMetadata('desk.join.heading');

export default async function JoinPage({ params }: PageProps<'/[locale]/desk/join'>) {
  return <Join next={localePath(await pageLocale(params), '/desk')} />;
}
