'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { loadPage } from '@/components/load-page';
import { announceNavigation } from '@/components/shell/progress-bar';
import type { AgeGroup } from '@/domain/contact';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import { useFlow } from './flow';
import { STEP_PATHS } from './steps';
import { useStart } from './use-start';

/** Takes a changed plan over into the registration that is under way, and goes on where it stands. */
export function useSaveChanges() {
  const failureText = useFailureText();
  const locale = useLocale();
  const router = useRouter();
  const { draft } = useFlow();
  const utils = trpc.useUtils();
  const start = useStart();
  const saving = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const current = await utils.registration.current.fetch(undefined, { staleTime: 0 });
      if (!current) return router.push(localePath(locale, `${STEP_PATHS.details}?away=plan`));
      const { ageGroup, email, ...details } = current.details;
      await start(
        {
          plan: { frequency: draft.frequency, paymentDay: draft.paymentDay, items: draft.items },
          details: { ...details, ...(ageGroup !== null && { ageGroup: ageGroup as AgeGroup }) },
          email,
          locale,
          consent: true,
        },
        current,
      );
      announceNavigation();
      // The payment page needs a document of its own: only that one's security policy lets the card form in.
      if (current.step === 'delivery') router.push(localePath(locale, STEP_PATHS.delivery));
      else loadPage(localePath(locale, STEP_PATHS.payment));
    } catch (error) {
      setProblem(failureText(refusalOf(error)));
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };

  return { save, busy, problem };
}
