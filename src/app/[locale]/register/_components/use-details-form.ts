'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { announceNavigation } from '@/components/shell/progress-bar';
import { normalisePhone } from '@/domain/contact';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import type { Draft } from './draft';
import { useFlow } from './flow';
import { STEP_PATHS } from './steps';

/** Step 2's fields: kept on this device as they are typed, the password in memory only. */
export function useDetailsForm(started: boolean) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { draft, ready, update, recallPassword, rememberPassword } = useFlow();
  const [emailTaken, setEmailTaken] = useState(false);
  const utils = trpc.useUtils();
  const start = trpc.registration.start.useMutation();

  const form = useSchemaForm({
    initialValues: answersOf(draft, ''),
    schema: async () => (await import('@/schemas/registration')).registrationStartInput,
    labels: {
      firstName: t('register.details.firstName'),
      lastName: t('register.details.lastName'),
      phone: t('register.details.phone'),
      email: t('register.details.email'),
      password: t('register.details.password'),
    },
    check: (values) => ({ ...(!started && values.password === '' && { password: 'required' as const }) }),
    toInput: (values) => ({
      plan: { frequency: draft.frequency, paymentDay: draft.paymentDay, items: draft.items },
      details: {
        firstName: values.firstName,
        lastName: values.lastName,
        phone: normalisePhone(values.phone),
        ...(values.ageGroup !== '' && { ageGroup: values.ageGroup }),
      },
      email: values.email.trim(),
      ...(values.password !== '' && { password: values.password }),
      locale,
      consent: values.consent,
    }),
    send: async (input) => {
      setEmailTaken(false);
      const current = started ? await utils.registration.current.fetch(undefined, { staleTime: 0 }) : null;
      await start.mutateAsync({ ...input, code: current?.code });
      announceNavigation();
      router.push(localePath(locale, STEP_PATHS.delivery));
      // The frame around the page learns that there is a session now.
      router.refresh();
    },
    explain: (refusal) => {
      if (refusal.code !== 'EMAIL_TAKEN') return undefined;
      setEmailTaken(true);
      return { field: 'email', message: refusal.message ?? '' };
    },
  });

  // What this device kept is known only after the first paint.
  const { setValues } = form;
  useEffect(() => {
    if (ready) setValues(answersOf(draft, recallPassword()));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- later changes of the draft come from this form itself
  }, [ready, setValues]);

  const change: typeof form.change = ({ password: typed, ...answers }) => {
    form.change(typed === undefined ? answers : { ...answers, password: typed });
    if (typed !== undefined) rememberPassword(typed);
    update(answers);
  };

  return { ...form, change, emailTaken };
}

/** In the order of the fields, which is the order of the error summary. */
function answersOf(draft: Draft, password: string) {
  const { firstName, lastName, phone, ageGroup, email, consent } = draft;
  return { firstName, lastName, phone, ageGroup, email, password, consent };
}
