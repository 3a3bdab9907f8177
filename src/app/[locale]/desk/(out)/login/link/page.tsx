import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { deskMetadata } from '../../../_components/desk-metadata';
import { CodeLogIn } from '../../_components/code-log-in';

type Props = PageProps<'/[locale]/desk/login/link'>;

export const generateMetadata = deskMetadata('desk.code.heading');

export default async function DeskCodePage({ params }: Props) {
  return <CodeLogIn next={localePath(await pageLocale(params), '/desk')} />;
}
