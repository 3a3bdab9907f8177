import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { deskMetadata } from '../../../_components/desk-metadata';
import { CodeLogIn } from '../../_components/code-log-in';

export const generateMetadata = deskMetadata('desk.code.heading');

export default async function DeskCodePage({ params }: PageProps<'/[locale]/desk/login/link'>) {
  return <CodeLogIn next={localePath(await pageLocale(params), '/desk')} />;
}
