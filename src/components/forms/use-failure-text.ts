'use client';

import { useI18n } from '@/locales/client';
import type { Refusal } from '@/trpc/react';

/**
 * Says why a call failed: the refusal's own sentence, or that no answer came. After a command without an answer nobody
 * knows whether it was done.
 */
export function useFailureText(call: 'command' | 'form' | 'read'): (refusal: Refusal) => string {
  const t = useI18n();
  return ({ code, reason, message, retryAfterSeconds }) => {
    // A limit with a reason has a sentence of its own, which says when to try again.
    if (code === 'THROTTLED' && reason === null && retryAfterSeconds !== null)
      return t('common.throttled', { count: Math.ceil(retryAfterSeconds / 60) });
    if (message !== null) return message;
    if (call === 'command') return t('common.answerLost');
    if (call === 'form') return t('common.formAnswerLost');
    return navigator.onLine ? t('common.savingError') : t('common.offline');
  };
}
