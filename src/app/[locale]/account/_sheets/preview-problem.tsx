'use client';

import { Button } from '@/components/button';
import { useI18n } from '@/locales/client';

/** Explains why a preview failed, and loads it again. */
export function PreviewProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useI18n();
  return (
    <div role="alert" className="problem mt-2">
      <p>
        {t('subscription.change.failed')} {message}
      </p>
      <Button look="quiet" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
