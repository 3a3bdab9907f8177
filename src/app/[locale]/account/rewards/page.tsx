import { TaskPage } from '@/components/shell/task-page';
import { getI18n, pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { MilestoneReached } from '../_components/milestone-reached';
import { Balance } from './_components/balance';
import { Earning } from './_components/earning';
import { Held } from './_components/held';
import { InviteCard } from './_components/invite-card';
import { rewardsMetadata } from './_components/metadata';
import { MilestoneProgress } from './_components/milestone-progress';

const PATH = '/account/rewards';

export const generateMetadata = ({ params }: PageProps<'/[locale]/account/rewards'>) =>
  rewardsMetadata(params, PATH, 'rewards.title');

export default async function RewardsPage({ params }: PageProps<'/[locale]/account/rewards'>) {
  const locale = await pageLocale(params);
  const session = await requireSubscriberSession(locale, PATH);
  const { rewards, catalogue } = await api();
  const [t, view, products] = await Promise.all([getI18n(), rewards.summary(), catalogue.everyProduct()]);
  const { milestone, referral } = view;
  return (
    <TaskPage heading={t('rewards.title')} aside={<Earning view={view} />}>
      {milestone.reached && <MilestoneReached reached={milestone.reached} every={milestone.every} />}
      <Balance view={view} locale={locale} />
      <Held held={view.held} products={products} locale={locale} />
      <InviteCard referral={referral} status={session.subscription?.status ?? 'cancelled'} />
      <MilestoneProgress milestone={milestone} />
    </TaskPage>
  );
}
