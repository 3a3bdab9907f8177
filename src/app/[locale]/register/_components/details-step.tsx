'use client';

import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { Button } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import { PasswordField } from '@/components/forms/password-field';
import { Notice } from '@/components/notice';
import { AGE_GROUPS } from '@/domain/contact';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import classes from './fields.module.css';
import { useFlow, useQuote } from './flow';
import { PriceBar } from './price-bar';
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

  const text = (name: 'firstName' | 'lastName' | 'phone' | 'email' | 'password') => ({
    id: `${PREFIX}-${name}`,
    name,
    value: form.values[name],
    error: form.errors[name],
    'aria-invalid': form.errors[name] ? true : undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      form.change({ [name]: event.currentTarget.value }),
  });

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
        <div className={classes.pair}>
          <TextInput
            label={t('register.details.firstName')}
            autoComplete="given-name"
            {...text('firstName')}
          />
          <TextInput
            label={t('register.details.lastName')}
            autoComplete="family-name"
            {...text('lastName')}
          />
        </div>
        <TextInput
          label={t('register.details.phone')}
          description={t('register.details.phoneHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...text('phone')}
        />
        <AgeGroup value={form.values.ageGroup} onChange={(ageGroup) => form.change({ ageGroup })} />
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
        <PriceBar>
          <Button type="submit" busy={form.busy}>
            {t('register.next', { name: t('register.steps.delivery') })}
          </Button>
        </PriceBar>
      </form>
    </StepShell>
  );
}

function AgeGroup({ value, onChange }: { value: string; onChange: (group: string) => void }) {
  const t = useI18n();
  return (
    <NativeSelect
      id={`${PREFIX}-ageGroup`}
      name="ageGroup"
      label={
        <>
          {t('register.details.ageGroup')} <span className={classes.optional}>({t('common.optional')})</span>
        </>
      }
      description={t('register.details.ageGroupHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t('register.details.ageGroupNone')}</option>
      {AGE_GROUPS.map((group) => (
        <option key={group} value={group}>
          {t(`register.details.ages.${group}`)}
        </option>
      ))}
    </NativeSelect>
  );
}
