import type { Locale } from '@/domain/locale';
import { I18n } from '@/locales/i18n';
import type { RouterOutputs } from '@/trpc/outputs';
import { MilestoneReached } from './milestone-reached';

interface MilestoneProps {
  milestone: RouterOutputs['rewards']['summary']['milestone'];
  locale: Locale;
}

/** Shows the congratulation for a reached milestone until it is closed. */
export function Milestone({ milestone, locale }: MilestoneProps) {
  if (!milestone.reached) return null;
  return (
    <I18n locale={locale} nouns={['common', 'rewards.milestone']}>
      <MilestoneReached reached={milestone.reached} every={milestone.every} />
    </I18n>
  );
}
