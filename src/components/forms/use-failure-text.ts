'use client';

import { useI18n } from '@/locales/client';
import type { Refusal } from '@/trpc/react';

/** What to say about a failed call: the refusal's own sentence, or that it never got through and nothing is lost. */
export function useFailureText(): (refusal: Refusal) => string {
  const t = useI18n();
  return ({ code, message, retryAfterSeconds }) => {
    if (code === 'THROTTLED' && retryAfterSeconds !== null)
      return t('common.throttled', { count: Math.ceil(retryAfterSeconds / 60) });
    if (message !== null) return message;
    return navigator.onLine ? t('common.savingError') : t('common.offline');
  };
}
