'use client';

import { ButtonLink } from '@/components/button';
import type { Problem } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { KeptNotice } from '@/components/session/kept-notice';
import { useFocusOnFailure } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';

interface ChangeNoticesProps {
  /** Whether the choice was restored after the session had ended. */
  wasKept?: boolean;
  isStale: boolean;
  problem: Problem | null;
  /** The number of failed attempts. The notice takes the focus each time this number grows. */
  failures: number;
}

/** Explains why the change failed, or that the subscription was changed in another window. */
export function ChangeNotices({ wasKept, isStale, problem, failures }: ChangeNoticesProps) {
  const t = useI18n();
  const box = useFocusOnFailure<HTMLDivElement>(failures);
  return (
    <div ref={box} tabIndex={-1}>
      <KeptNotice shown={wasKept === true && !isStale && !problem} />
      {isStale && (
        <Notice tone="waiting" urgent title={t('subscription.change.staleTitle')}>
          <p>{t('subscription.change.staleText')}</p>
        </Notice>
      )}
      {problem && (
        <Notice
          tone={problem.code === 'TOTAL_CHANGED' ? 'waiting' : 'bad'}
          urgent
          title={t(
            problem.code === 'TOTAL_CHANGED'
              ? 'common.totalChanged.title'
              : 'subscription.change.problemTitle',
          )}
        >
          <p>{problem.message}</p>
          <WayOut problem={problem} />
        </Notice>
      )}
    </div>
  );
}

function WayOut({ problem: { code } }: { problem: Problem }) {
  const t = useI18n();
  const locale = useLocale();
  if (code === 'NOT_ACTIVE') {
    return (
      <ButtonLink href={localePath(locale, sheetPath('restart'))} look="secondary">
        {t('subscription.change.reactivate')}
      </ButtonLink>
    );
  }
  if (code === 'PAYMENT_PENDING') {
    return (
      <ButtonLink href={localePath(locale, '/account')} look="secondary">
        {t('subscription.change.toAccount')}
      </ButtonLink>
    );
  }
  return null;
}
