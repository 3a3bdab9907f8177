'use client';

import { useI18n } from '@/locales/client';
import type { Refusal } from '@/trpc/react';

/**
 * Returns a function that explains why a call failed. It returns the error's own message, or a text that no
 * response arrived. A command without a response may have taken effect.
 */
export function useFailureText(call: 'command' | 'form' | 'read'): (refusal: Refusal) => string {
  const t = useI18n();
  return ({ code, reason, message, retryAfterSeconds }) => {
    // A THROTTLED error with a reason has its own message, which contains the next possible time.
    if (code === 'THROTTLED' && reason === null && retryAfterSeconds !== null)
      return t('common.throttled', { count: Math.ceil(retryAfterSeconds / 60) });
    if (message !== null) return message;
    if (call === 'command') return t('common.answerLost');
    if (call === 'form') return t('common.formAnswerLost');
    return navigator.onLine ? t('common.savingError') : t('common.offline');
  };
}
