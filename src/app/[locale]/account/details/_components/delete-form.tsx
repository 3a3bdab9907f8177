'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { PasswordField } from '@/components/forms/password-field';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { loadPage } from '@/components/load-page';
import { Notice } from '@/components/notice';
import { ByLink } from '@/components/payments/by-link';
import { forgetKeptInput } from '@/components/session/kept-input';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import { trpc } from '@/trpc/react';
import type { Pending } from '../../_components/waited';
import classes from './details.module.css';
import { FormPage, Points } from './form-page';
import { Proof, type LoginMethods } from './proof';
import { useProof } from './use-proof';

const PATH = '/account/details/delete';

interface DeleteFormProps {
  email: string;
  loginMethods: LoginMethods;
  /** The open payment link, or null if there is none. The account cannot be deleted while it is open. */
  pending: Pending | null;
  /** Whether an account at Krungthai is connected. That bank keeps a consent of its own. */
  hasKrungthai: boolean;
}

/**
 * Deletes the account. Explains which data is deleted and which is kept, and asks for an identity
 * confirmation. A link back is beside the button.
 */
export function DeleteForm({ email, loginMethods, pending, hasKrungthai }: DeleteFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  // With a passkey, the confirmation lets the subscriber choose between the two.
  const asksPassword = loginMethods.hasPassword && !loginMethods.passkeyCanProve;
  const proof = useProof(!asksPassword && !loginMethods.freshLogIn);
  const [isRefused, setRefused] = useState(false);
  const form = useSchemaForm({
    prefix: 'delete',
    initialValues: { password: '' },
    schema: async () => (await import('@/schemas/account')).deleteAccountInput,
    labels: { password: t('details.deletion.password') },
    toInput: ({ password }) => (asksPassword ? { password } : {}),
    send: async (input) => {
      await trpc.account.delete.mutate(input);
      forgetKeptInput();
      // Loads a new document, so that no account data stays in memory.
      loadPage(localePath(locale, '/?deleted'));
      return 'leaving';
    },
    explain: ({ code, message }) => {
      if (code === 'PAYMENT_PENDING') {
        // A payment link was created after the page was opened. The refreshed page shows it.
        setRefused(true);
        router.refresh();
      }
      if (code === 'PROOF_REQUIRED') proof.ask();
      return code === 'PASSWORD_INCORRECT' ? { field: 'password', message: message ?? '' } : undefined;
    },
    keptAs: 'delete',
  });

  return (
    <FormPage heading={t('details.deletion.heading')} lead={pending ? undefined : t('details.deletion.lead')}>
      <div className={classes.body}>
        {pending && <OpenPayment payment={pending} urgent={isRefused} />}
        <section className={`card mt-4 ${classes.part}`}>
          <Points
            title={t('details.deletion.ends')}
            points={[
              t('details.deletion.ends1'),
              t('details.deletion.ends2'),
              t('details.deletion.ends3'),
              t('details.deletion.ends4'),
            ]}
          />
        </section>
        <section className={`card mt-4 ${classes.part}`} data-kept>
          <Points
            title={t('details.deletion.kept')}
            points={[
              t('details.deletion.kept1'),
              t('details.deletion.kept2'),
              ...(hasKrungthai ? [t('bankAccounts.removing.ktb')] : []),
            ]}
          />
        </section>
        <p className="mt-4">
          {t('details.deletion.instead')}{' '}
          <Link className="tap" href={localePath(locale, sheetPath('pause'))}>
            {t('details.deletion.insteadLink')}
          </Link>
        </p>
        {!pending && proof.isNeeded && (
          <Proof
            loginMethods={loginMethods}
            email={email}
            path={PATH}
            asked={proof.isAsked}
            onProven={proof.give}
          />
        )}
        {!pending && (
          <SchemaForm form={form} problem={proof.isNeeded ? null : form.problem}>
            {asksPassword && (
              <PasswordField autoComplete="current-password" {...textFields(form)('password')} />
            )}
            <ButtonLink href={localePath(locale, '/account/details')} look="primary" wide>
              {t('details.deletion.keep')}
            </ButtonLink>
            {!proof.isNeeded && (
              <Button type="submit" look="secondary" wide waits busy={form.busy}>
                {form.busy ? t('details.deletion.submitting') : t('details.deletion.submit')}
              </Button>
            )}
          </SchemaForm>
        )}
      </div>
    </FormPage>
  );
}

interface OpenPaymentProps {
  payment: Pending;
  /** Whether the subscriber has pressed the button. The notice then takes the focus. */
  urgent: boolean;
}

/** Asks the subscriber to resolve the open payment first. The button is hidden until then. */
function OpenPayment({ payment, urgent }: OpenPaymentProps) {
  const t = useI18n();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (urgent) box.current?.focus();
  }, [urgent]);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        tone="waiting"
        title={t('details.deletion.pendingTitle', { amount: bahtText(payment.amount, locale) })}
      >
        <p>{t('details.deletion.pendingText')}</p>
        <ByLink payment={payment} />
        <div className="mt-2">
          <ButtonLink href={localePath(locale, sheetPath('cancel'))} look="secondary">
            {t('details.deletion.pendingCancel')}
          </ButtonLink>
        </div>
      </Notice>
    </div>
  );
}
