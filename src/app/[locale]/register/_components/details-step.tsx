'use client';

import { Checkbox, TextInput } from '@mantine/core';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { Button } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import classes from '@/components/forms/form.module.css';
import { PasswordField } from '@/components/forms/password-field';
import { PersonFields } from '@/components/forms/person-fields';
import { textFields } from '@/components/forms/text-fields';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { useFlow, useQuote } from './flow';
import { StepBar } from './step-bar';
import { StepShell } from './step-shell';
import { Summary } from './summary';
import { useDetailsForm } from './use-details-form';

const PREFIX = 'details';

interface DetailsStepProps {
  started: boolean;
  /** The session ended on the way: say why the password is asked again. */
  away: boolean;
}

/** Step 2: who the box is for, and how they log in. */
export function DetailsStep({ started, away }: DetailsStepProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { draft, ready } = useFlow();
  const quote = useQuote();
  const form = useDetailsForm(started);
  const isEmpty = ready && draft.items.length === 0;

  useEffect(() => {
    if (isEmpty) router.replace(localePath(locale, '/register'));
  }, [isEmpty, router, locale]);

  const text = textFields(form, PREFIX);

  return (
    <StepShell
      step="details"
      heading={t('register.details.heading')}
      lead={t('register.details.lead')}
      aside={quote && <Summary items={draft.items} totals={quote.totals} dates={quote.dates} />}
    >
      {away && (
        <Notice tone="info">
          <p>{t('register.sessionOver')}</p>
          <p>
            <Link href={localePath(locale, '/login')}>{t('common.logIn')}</Link>
          </p>
        </Notice>
      )}
      <form noValidate className={classes.form} onSubmit={(event) => void form.submit(event)}>
        <ErrorSummary errors={form.errors} prefix={PREFIX} problem={form.problem} failures={form.failures} />
        <PersonFields text={text} />
        <TextInput
          label={t('register.details.email')}
          description={t('register.details.emailHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...text('email')}
        />
        {form.emailTaken && (
          <p>
            <Link href={localePath(locale, '/login')}>{t('register.details.logInInstead')}</Link>
          </p>
        )}
        <PasswordField
          label={t('register.details.password')}
          description={started ? t('register.details.passwordKept') : t('register.details.passwordHint')}
          autoComplete="new-password"
          {...text('password')}
        />
        <Checkbox
          id={`${PREFIX}-consent`}
          name="consent"
          label={t('register.details.consent')}
          checked={form.values.consent}
          error={form.errors.consent}
          aria-invalid={form.errors.consent ? true : undefined}
          onChange={(event) => form.change({ consent: event.currentTarget.checked })}
        />
        <p className={classes.small}>{t('register.kept')}</p>
        <p className={classes.small}>
          {t('register.details.haveAccount')}{' '}
          <Link href={localePath(locale, '/login')}>{t('common.logIn')}</Link>
        </p>
        <StepBar>
          <Button type="submit" busy={form.busy}>
            {t('register.next', { name: t('register.steps.delivery') })}
          </Button>
        </StepBar>
      </form>
    </StepShell>
  );
}
