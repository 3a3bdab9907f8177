'use client';

import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { loadPage } from '@/components/load-page';
import { showToast } from '@/components/toasts';
import type { AgeGroup } from '@/domain/contact';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import classes from './code-field.module.css';
import type { Registration } from './flow';
import { STEP_PATHS } from './steps';

interface CodeFieldProps {
  registration: Registration;
  onChanged: () => Promise<void>;
}

/** A discount or referral code: put on, shown, taken off. A bad one refuses nothing. */
export function CodeField({ registration, onChanged }: CodeFieldProps) {
  const t = useI18n();
  const failureText = useFailureText();
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const putting = useRef(false);
  const start = trpc.registration.start.useMutation();

  const put = async (code: string | null) => {
    if (putting.current) return;
    putting.current = true;
    setError(null);
    const { ageGroup, email, ...details } = registration.details;
    const { frequency, paymentDay, items } = registration.plan;
    try {
      const { codeError } = await start.mutateAsync({
        plan: { frequency: frequency as 1, paymentDay, items },
        details: { ...details, ...(ageGroup !== null && { ageGroup: ageGroup as AgeGroup }) },
        email,
        locale,
        code,
        consent: true,
      });
      await onChanged();
      if (codeError) setError(t('validation.discountCode'));
      else if (code !== null) showToast({ message: t('validation.gotDiscount'), tone: 'good' });
    } catch (failure) {
      const refusal = refusalOf(failure);
      if (refusal.code === 'NOT_LOGGED_IN' || refusal.fieldErrors.password) {
        // Without a session this would begin another registration, which takes a password.
        return loadPage(localePath(locale, `${STEP_PATHS.details}?away=payment`));
      }
      setError(failureText(refusal));
    } finally {
      putting.current = false;
    }
  };

  if (registration.code !== null) {
    return (
      <div className={classes.applied}>
        <p role="status">
          <strong>{t('validation.gotDiscount')}</strong>{' '}
          <span className="keep">{t('register.payment.codeApplied', { code: registration.code })}</span>
        </p>
        <Button look="quiet" busy={start.isPending} onClick={() => void put(null)}>
          {t('register.payment.codeRemove')}
        </Button>
      </div>
    );
  }
  return (
    <details className={classes.details} open={error !== null || undefined}>
      <summary className={classes.toggle}>{t('register.payment.codeToggle')}</summary>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') void put(typed.trim());
        }}
      >
        <TextInput
          label={t('register.payment.codeLabel')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typed}
          error={error && <span role="alert">{error}</span>}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={classes.input}
        />
        <Button type="submit" look="secondary" busy={start.isPending}>
          {t('register.payment.codeApply')}
        </Button>
      </form>
    </details>
  );
}
