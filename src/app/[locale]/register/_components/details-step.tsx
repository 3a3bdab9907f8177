'use client';

import { Checkbox } from '@/components/forms/checkbox';
import { textFields } from '@/components/forms/text-fields';
import { TextInput } from '@/components/forms/text-input';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { PasswordField } from '@/components/forms/password-field';
import { PersonFields } from '@/components/forms/person-fields';
import { Notice } from '@/components/notice';
import type { LineEnding } from '@/domain/line';
import { useI18n, useLocale } from '@/locales/client';
import { localePath, logInPath } from '@/locales/paths';
import { useFlow } from './flow';
import { LogInWithLine, RegisteredWithLine, RegisterWithLine, type LineProfile } from './line-part';
import { StepBar } from './step-bar';
import { StepShell } from './step-shell';
import { STEP_PATHS, type Step } from './steps';
import { useDraftSummary } from './summary';
import { needsPassword, useDetailsForm, type Started } from './use-details-form';

interface DetailsStepProps {
  /** The registration in progress, or null if there is none. */
  started: Started | null;
  /**
   * The step to return to after log-in, if the session has ended. The page then explains why it asks for the
   * password again. Otherwise null.
   */
  away: Step | null;
  /** The LINE profile that replaces a password, or null if the visitor uses a password. */
  line: LineProfile | null;
  /** The result of the log-in at LINE, or null if the visitor does not come from LINE. */
  ending: LineEnding | null;
}

/** Step 2: recipient and login method. */
export function DetailsStep({ started, away, line, ending }: DetailsStepProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { draft, ready } = useFlow();
  const form = useDetailsForm({ started, line });
  const text = textFields(form);
  const isEmpty = ready && draft.items.length === 0;

  useEffect(() => {
    // The first step shows the result of the log-in at LINE.
    if (isEmpty) router.replace(localePath(locale, ending ? `/register?line=${ending}` : '/register'));
  }, [isEmpty, ending, router, locale]);

  const action = (
    <Button type="submit" form="details-form" busy={form.busy}>
      {t('register.next', { name: t('register.steps.delivery') })}
    </Button>
  );
  const aside = useDraftSummary(action);
  return (
    <StepShell step="details" heading={t('register.details.heading')} lead={lead()} aside={aside}>
      {away && (
        <Notice tone="info">
          <p>{t('register.sessionOver')}</p>
          <p>
            <Link href={wayToLogIn()} className="tap">
              {t('common.logIn')}
            </Link>
          </p>
        </Notice>
      )}
      {form.usesLine && line && <RegisteredWithLine line={line} onInstead={form.usePassword} />}
      {!form.usesLine && !started && !away && <RegisterWithLine ending={ending} />}
      <SchemaForm form={form} id="details-form">
        {form.taken === 'line' && (
          <p>
            <LogInWithLine />
          </p>
        )}
        <PersonFields text={text} />
        <TextInput
          description={t('register.details.emailHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...text('email')}
        />
        {form.taken === 'email' && (
          <p>
            <Link href={wayToLogIn()} className="tap">
              {t('register.details.logInInstead')}
            </Link>
          </p>
        )}
        {form.asksPassword && (
          <PasswordField description={passwordHint()} autoComplete="new-password" {...text('password')} />
        )}
        {(['consent', 'chargingConsent'] as const).map((name) => (
          <Checkbox
            key={name}
            id={`${form.prefix}-${name}`}
            name={name}
            label={t(`register.details.${name}`)}
            checked={form.values[name]}
            error={form.errors[name]}
            aria-invalid={form.errors[name] ? true : undefined}
            onChange={(event) => form.change({ [name]: event.currentTarget.checked })}
          />
        ))}
        <Papers />
        <StepBar>{action}</StepBar>
      </SchemaForm>
    </StepShell>
  );

  function lead() {
    if (!form.asksPassword) return t('register.line.lead');
    return started?.hasPassword === false ? undefined : t('register.details.lead');
  }

  function passwordHint() {
    if (!started) return t('register.details.passwordHint');
    if (!started.hasPassword) return t('register.details.passwordNone');
    return needsPassword(started, form.values.email)
      ? t('register.details.passwordAgain')
      : t('register.details.passwordKept');
  }

  /** Returns the URL of the log-in. After log-in it opens the step where the session ended. */
  function wayToLogIn() {
    return away ? logInPath(locale, localePath(locale, STEP_PATHS[away])) : localePath(locale, '/login');
  }
}

/** Links to what the visitor agrees to, says what this device keeps, and offers the log-in. */
function Papers() {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      <p className="muted small">
        {t('register.details.papers', {
          privacy: <a href={localePath(locale, '/privacy')}>{t('register.details.privacy')}</a>,
          terms: <a href={localePath(locale, '/terms')}>{t('register.details.terms')}</a>,
        })}
      </p>
      <p className="muted small">{t('register.kept')}</p>
      <p className="muted small">
        {t('register.details.haveAccount')}{' '}
        <Link href={localePath(locale, '/login')}>{t('common.logIn')}</Link>
      </p>
    </>
  );
}
