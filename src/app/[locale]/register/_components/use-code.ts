'use client';

import { useEffect, useRef } from 'react';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { useFlow } from './flow';
import { isRegistrationOver, leaveForDetails } from './leave-for-details';

/**
 * Attaches a code to the registration in progress or removes it, and shows the result immediately. A new invitation code
 * is attached automatically.
 * @param attached the code of the registration
 */
export function useCode(attached: string | null, onChanged: () => Promise<void>) {
  const t = useI18n();
  const locale = useLocale();
  const { draft, ready, update } = useFlow();
  const { run, busy, problem, forgive } = useCommand();

  /** @returns whether it succeeded */
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
            // The draft keeps it for the steps before.
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per code
  }, [invited]);

  return {
    put,
    busy,
    error: problem?.message ?? (draft.refusedCode !== '' ? t('validation.discountCode') : null),
    /** Call it on every change: it removes the error of the previous code. */
    forgive: () => {
      forgive();
      if (draft.refusedCode !== '') update({ refusedCode: '' });
    },
  };
}
