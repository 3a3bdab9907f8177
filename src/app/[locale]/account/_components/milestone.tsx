import type { Locale } from '@/domain/locale';
import { I18n } from '@/locales/i18n';
import { api } from '@/trpc/server';
import { MilestoneReached } from './milestone-reached';

/** Shows the congratulation for a reached milestone on every account page until it is closed. */
export async function Milestone({ locale }: { locale: Locale }) {
  const { milestone } = await (await api()).rewards.summary();
  if (!milestone.reached) return null;
  return (
    <I18n locale={locale} nouns={['common', 'rewards.milestone']}>
      <MilestoneReached reached={milestone.reached} every={milestone.every} />
    </I18n>
  );
}
