'use client';

import { useEffect, useRef } from 'react';
import { ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { ChangeNotices } from '../../_components/change-notices';
import type { Outcome as Result } from './use-reactivate';

/** Why it did not work, and what to do instead. Takes the focus each time. */
export function Outcome({ outcome, failures }: { outcome: Result | null; failures: number }) {
  const t = useI18n();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const isDeclined = outcome?.kind === 'declined';
  useEffect(() => {
    if (failures > 0 && isDeclined) box.current?.focus();
  }, [failures, isDeclined]);

  if (outcome?.kind === 'refused') {
    return <ChangeNotices isStale={false} problem={outcome.problem} failures={failures} />;
  }
  return (
    <div ref={box} tabIndex={-1}>
      {isDeclined && (
        <Notice tone="bad" urgent title={t('subscription.reactivate.declined')}>
          <p>{outcome.message}</p>
          <p>{t('subscription.reactivate.declinedText')}</p>
          <ButtonLink href={localePath(locale, '/account/cards')} look="secondary">
            {t('subscription.reactivate.cards')}
          </ButtonLink>
        </Notice>
      )}
    </div>
  );
}
