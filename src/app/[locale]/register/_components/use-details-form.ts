'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { normaliseEmail, normalisePhone } from '@/domain/contact';
import { nameFromDisplayName } from '@/domain/line';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import type { Draft } from '@/components/registration/draft';
import { useFlow } from './flow';
import type { LineProfile } from './line-part';
import { STEP_PATHS } from './steps';
import { useStart } from './use-start';

/** The e-mail and login method of a registration in progress. */
export interface Started {
  email: string;
  hasPassword: boolean;
  lineLinked: boolean;
}

/**
 * Whether the visitor must type the password again. The server deletes the password when the e-mail changes.
 */
export function needsPassword(started: Started, email: string): boolean {
  return started.hasPassword && normaliseEmail(email) !== normaliseEmail(started.email);
}

interface DetailsFormOptions {
  /** The registration in progress, or null if there is none. */
  started: Started | null;
  /** The LINE profile that replaces a password, or null if the visitor uses a password. */
  line: LineProfile | null;
}

/**
 * Manages the fields of step 2. Stores typed values on this device, but keeps the password in memory only.
 */
export function useDetailsForm({ started, line }: DetailsFormOptions) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { draft, update, rememberPassword } = useFlow();
  const [taken, setTaken] = useState<'email' | 'line' | null>(null);
  const [byPassword, setByPassword] = useState(false);
  const usesLine = line !== null && !started && !byPassword;
  const start = useStart();

  const form = useSchemaForm({
    prefix: 'details',
    initialValues: answersOf(draft, ''),
    schema: async () => (await import('@/schemas/registration')).registrationStartInput,
    labels: {
      firstName: t('register.details.firstName'),
      lastName: t('register.details.lastName'),
      phone: t('register.details.phone'),
      email: t('register.details.email'),
      password: t('register.details.password'),
    },
    check: (values) => ({
      ...(lacksPassword(values, started, usesLine) && { password: 'required' as const }),
    }),
    toInput: ({ password, ...values }) => ({
      ...inputOf(values, draft),
      ...(password !== '' && !usesLine && { password }),
      locale,
    }),
    send: async (input) => {
      setTaken(null);
      const current = started ? await trpc.registration.current.query() : null;
      if (started && !current) return goAway();
      await start(input, current);
      router.push(localePath(locale, STEP_PATHS.delivery));
      // The frame around the page must show the new session.
      router.refresh();
    },
    explain: (refusal) => {
      const message = refusal.message ?? '';
      if (refusal.code === 'EMAIL_TAKEN') {
        setTaken('email');
        return { field: 'email', message };
      }
      if (refusal.code === 'LINE_TAKEN') setTaken('line');
      if (!usesLine || !refusal.fieldErrors.password) return undefined;
      setByPassword(true);
      return { field: 'password', message: t('register.line.expired') };
    },
  });

  /** Reloads the step after the session ended. The page explains this, offers log-in and keeps the input. */
  const goAway = () => {
    router.replace(localePath(locale, `${STEP_PATHS.details}?away=details`));
    router.refresh();
  };

  useKnownAnswers(usesLine ? line : null, form.setValues);

  const change: typeof form.change = ({ password: typed, ...answers }) => {
    form.change(typed === undefined ? answers : { ...answers, password: typed });
    if (typed !== undefined) rememberPassword(typed);
    update(answers);
  };

  return {
    ...form,
    change,
    taken,
    usesLine,
    asksPassword: started ? started.hasPassword || !started.lineLinked : !usesLine,
    usePassword: () => setByPassword(true),
  };
}

function lacksPassword(
  { email, password }: Pick<Answers, 'email' | 'password'>,
  started: Started | null,
  usesLine: boolean,
): boolean {
  return password === '' && (started ? needsPassword(started, email) : !usesLine);
}

function inputOf(values: Omit<Answers, 'password'>, draft: Draft) {
  const { firstName, lastName, phone, ageGroup, email, consent, chargingConsent } = values;
  return {
    plan: { frequency: draft.frequency, paymentDay: draft.paymentDay, items: draft.items },
    details: { firstName, lastName, phone: normalisePhone(phone), ...(ageGroup !== '' && { ageGroup }) },
    email: email.trim(),
    consent,
    chargingConsent,
  };
}

/** Fills in the stored answers and the LINE profile after the first paint. Never overwrites typed values. */
function useKnownAnswers(
  line: LineProfile | null,
  setValues: React.Dispatch<React.SetStateAction<Answers>>,
): void {
  const { draft, ready, update, recallPassword } = useFlow();
  const [drawn] = useState(() => answersOf(draft, ''));
  useEffect(() => {
    if (!ready) return;
    const proposed = line ? proposalOf(line, draft) : {};
    const known = { ...answersOf(draft, recallPassword()), ...proposed };
    setValues((current) => ({ ...known, ...changesOf(current, drawn) }));
    update(proposed);
    // oxlint-disable-next-line exhaustive-deps -- later changes of the draft come from the form itself
  }, [ready, setValues]);
}

function changesOf(answers: Answers, before: Answers): Partial<Answers> {
  const changed = Object.entries(answers).filter(([name, value]) => value !== before[name as keyof Answers]);
  return Object.fromEntries(changed);
}

/** Returns the values of the LINE profile for the empty fields of the draft. */
function proposalOf({ displayName, email }: LineProfile, draft: Draft): Partial<Draft> {
  const isNamed = draft.firstName !== '' || draft.lastName !== '';
  return {
    ...(!isNamed && nameFromDisplayName(displayName)),
    ...(draft.email === '' && email !== null && { email }),
  };
}

type Answers = ReturnType<typeof answersOf>;

/** Returns the values of step 2. Their order is the order of the fields and of the error summary. */
function answersOf(draft: Draft, password: string) {
  const { firstName, lastName, phone, ageGroup, email, consent, chargingConsent } = draft;
  return { firstName, lastName, phone, ageGroup, email, password, consent, chargingConsent };
}
