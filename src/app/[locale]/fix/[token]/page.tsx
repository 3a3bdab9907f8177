import { headers } from 'next/headers';
import { platformOf } from '@/domain/pay-app';
import { secretLinkMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, orNotFound, publicSettings } from '@/trpc/server';
import { RepairPage } from './_components/repair-page';

export const generateMetadata = secretLinkMetadata('repair.title');

export default async function FixPage({ params }: PageProps<'/[locale]/fix/[token]'>) {
  const { token } = await params;
  await pageLocale(params);
  const { orderLinks } = await api();
  const [initial, settings] = await Promise.all([orNotFound(orderLinks.repair({ token })), publicSettings()]);
  const gateway = { scriptUrl: settings.omiseJsUrl, publicKey: settings.omisePublicKey };
  const isPhone = platformOf((await headers()).get('user-agent')) !== 'WEB';
  return <RepairPage token={token} initial={initial} gateway={gateway} isPhone={isPhone} />;
}
