'use client';

import { useRouter } from 'next/navigation';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import type { AgeGroup } from '@/domain/contact';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import { useFlow } from './flow';
import { leaveForDetails } from './leave-for-details';
import { STEP_PATHS } from './steps';
import { useStart } from './use-start';

/**
 * Returns a function that saves a changed plan to the registration in progress and opens its current step.
 */
export function useSaveChanges() {
  const locale = useLocale();
  const router = useRouter();
  const { draft } = useFlow();
  const start = useStart();
  const { run, busy, problem } = useCommand();

  const save = () =>
    run(
      async () => {
        const current = await trpc.registration.current.query();
        if (!current) {
          router.push(localePath(locale, `${STEP_PATHS.details}?away=plan`));
          return 'leaving';
        }
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
        // The payment page needs its own document: only its security policy allows the card form.
        if (current.step === 'delivery') router.push(localePath(locale, STEP_PATHS.delivery));
        else loadPage(localePath(locale, STEP_PATHS.payment));
        return 'leaving';
      },
      {
        explain: ({ code }) => {
          if (code !== 'NOT_LOGGED_IN') return undefined;
          leaveForDetails(locale, 'plan');
          return null;
        },
      },
    );

  return { save, busy, problem: problem?.message ?? null };
}
