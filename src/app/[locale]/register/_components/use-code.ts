'use client';

import { useEffect, useRef, useState } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { loadPage } from '@/components/load-page';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import { useFlow } from './flow';
import { STEP_PATHS } from './steps';

/**
 * Attaches a code to the registration in progress, or takes it off, and says at once what came of it. The code of an
 * invitation that the registration does not have yet is attached by itself.
 * @param attached the code that the registration has
 */
export function useCode(attached: string | null, onChanged: () => Promise<void>) {
  const t = useI18n();
  const locale = useLocale();
  const failureText = useFailureText();
  const { draft, ready, update } = useFlow();
  const apply = trpc.rewards.applyCode.useMutation();
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** @returns whether it is done */
  const put = async (code: string | null): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const { message } = await apply.mutateAsync({ code });
      update({ code: code ?? '', refusedCode: '' });
      await onChanged();
      showToast({ message, tone: 'good' });
      return true;
    } catch (error) {
      const refusal = refusalOf(error);
      const isOver = refusal.code === 'NOT_LOGGED_IN' || refusal.fieldErrors.items !== undefined;
      if (isOver) {
        // Without a registration in progress a code is only checked, for a box. It waits for the way back.
        update({ code: code ?? '' });
        loadPage(localePath(locale, `${STEP_PATHS.details}?away=payment`));
        return false;
      }
      if (refusal.code === 'CODE_INVALID') update({ code: '', refusedCode: code ?? '' });
      else setFailure(failureText(refusal));
      return false;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const invited = ready && attached === null && failure === null ? draft.code : '';
  const tried = useRef('');
  useEffect(() => {
    if (invited === '' || tried.current === invited) return;
    tried.current = invited;
    void put(invited);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once a code
  }, [invited]);

  return {
    put,
    busy,
    error: failure ?? (draft.refusedCode !== '' ? t('validation.discountCode') : null),
    /** Call when it is typed anew: what was wrong with the one before no longer is. */
    forgive: () => {
      setFailure(null);
      if (draft.refusedCode !== '') update({ refusedCode: '' });
    },
  };
}
