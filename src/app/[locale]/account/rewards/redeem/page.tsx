import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { waitedFor } from '../../_components/waited';
import { Earning } from '../_components/earning';
import { Redeem } from './_components/redeem';

const PATH = '/account/rewards/redeem';

export const generateMetadata = personalMetadata(PATH, 'rewards.redeem.title');

export default async function RedeemPage({ params }: PageProps<'/[locale]/account/rewards/redeem'>) {
  const locale = await pageLocale(params);
  const session = await requireSubscriberSession(locale, PATH);
  const { rewards, catalogue } = await api();
  const [view, products] = await Promise.all([rewards.summary(), catalogue.everyProduct()]);
  return (
    <Redeem
      view={view}
      products={products}
      isActive={session.subscription?.status === 'active'}
      isPending={waitedFor(session) !== null}
      aside={<Earning view={view} />}
    />
  );
}
