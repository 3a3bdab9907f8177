'use client';

import { useEffect, useRef } from 'react';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { useFlow } from './flow';
import { isRegistrationOver, leaveForDetails } from './leave-for-details';

/**
 * Manages the code of the registration in progress: adds a code or removes the code. If the registration has
 * no code, adds the code of the draft automatically.
 * @param attached the code of the registration, or null if it has none
 */
export function useCode(attached: string | null, onChanged: () => Promise<void>) {
  const t = useI18n();
  const locale = useLocale();
  const { draft, ready, update } = useFlow();
  const { run, busy, problem, forgive } = useCommand();

  /** @param code the code to attach; null removes the code @returns whether the call succeeded */
  const put = (code: string | null): Promise<boolean> =>
    run(
      async () => {
        const { message } = await trpc.rewards.applyCode.mutate({ code });
        update({ code: code ?? '', refusedCode: '' });
        await onChanged();
        showToast({ message, tone: 'good' });
      },
      {
        explain: (refusal) => {
          if (isRegistrationOver(refusal)) {
            // The earlier steps read the code from the draft.
            update({ code: code ?? '' });
            leaveForDetails(locale, 'payment');
          } else if (refusal.code === 'CODE_INVALID') update({ code: '', refusedCode: code ?? '' });
          else return undefined;
          return null;
        },
      },
    );

  const invited = ready && attached === null && problem === null ? draft.code : '';
  const tried = useRef('');
  useEffect(() => {
    if (invited === '' || tried.current === invited) return;
    tried.current = invited;
    void put(invited);
    // oxlint-disable-next-line exhaustive-deps -- once per code
  }, [invited]);

  return {
    put,
    busy,
    error: problem?.message ?? (draft.refusedCode !== '' ? t('validation.discountCode') : null),
    /** Removes the error of the previous code. Call it on every change of the field. */
    forgive: () => {
      forgive();
      if (draft.refusedCode !== '') update({ refusedCode: '' });
    },
  };
}
