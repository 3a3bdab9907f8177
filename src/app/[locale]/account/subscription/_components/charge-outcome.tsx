'use client';

import { ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { useFocusOnFailure } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { ChangeNotices } from './change-notices';
import type { Outcome as Result } from './use-charge';

interface OutcomeProps {
  outcome: Result | null;
  failures: number;
  /** What a decline leaves as it was. */
  declinedText: string;
}

/** Explains why a charge failed, and the next step. Takes the focus after each failure. */
export function Outcome({ outcome, failures, declinedText }: OutcomeProps) {
  const t = useI18n();
  const locale = useLocale();
  const isDeclined = outcome?.kind === 'declined';
  const box = useFocusOnFailure<HTMLDivElement>(isDeclined ? failures : 0);

  if (outcome?.kind === 'refused') {
    return <ChangeNotices isStale={false} problem={outcome.problem} failures={failures} />;
  }
  return (
    <div ref={box} tabIndex={-1}>
      {isDeclined && (
        <Notice tone="bad" urgent title={t('subscription.charge.declined')}>
          <p>{outcome.message}</p>
          <p>{declinedText}</p>
          <ButtonLink href={localePath(locale, '/account/cards')} look="secondary">
            {t('subscription.charge.cards')}
          </ButtonLink>
        </Notice>
      )}
    </div>
  );
}
