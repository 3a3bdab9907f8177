import { lineEnding } from '@/components/line-start';
import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, publicSettings, requireSubscriberSession } from '@/trpc/server';
import { LinePage as Line } from '../_components/line-page';

export const generateMetadata = personalMetadata('/account/details/line', 'details.line.title');

export default async function LinePage({
  params,
  searchParams,
}: PageProps<'/[locale]/account/details/line'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/line');
  const { account } = await api();
  const [{ line }, loginMethods, { email }, { contact }] = await Promise.all([
    searchParams,
    account.loginMethods(),
    account.profile(),
    publicSettings(),
  ]);
  return <Line loginMethods={loginMethods} email={email} ending={lineEnding(line)} official={contact.line} />;
}
