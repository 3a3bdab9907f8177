'use client';

import { useI18n } from '@/locales/client';
import { keepTogether } from '@/locales/keep-together';
import type { Refusal } from '@/trpc/react';

/**
 * Returns a function that returns the message for a failed call. Without a response, the message depends on
 * `call`: a command or a form may have taken effect.
 */
export function useFailureText(call: 'command' | 'form' | 'read'): (refusal: Refusal) => string {
  const t = useI18n();
  return ({ code, reason, message, retryAfterSeconds }) => {
    // A THROTTLED error with a reason has its own message, which contains the next possible time.
    if (code === 'THROTTLED' && reason === null && retryAfterSeconds !== null)
      return t('common.throttled', { count: Math.ceil(retryAfterSeconds / 60) });
    if (message !== null) return keepTogether(message);
    if (call === 'command') return t('common.answerLost');
    if (call === 'form') return t('common.formAnswerLost');
    return navigator.onLine ? t('common.savingError') : t('common.offline');
  };
}
