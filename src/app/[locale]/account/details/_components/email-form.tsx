'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import classes from '@/components/forms/form.module.css';
import { PasswordField } from '@/components/forms/password-field';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { KeptNotice } from '@/components/session/kept-notice';
import { showToast } from '@/components/toasts';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { FormPage, Points } from './form-page';
import { PresentEmail } from './present-email';
import type { Profile } from './overview';
import { Proof, type LoginMethods } from './proof';
import { useProof } from './use-proof';

const PATH = '/account/details/email';

interface EmailFormProps {
  profile: Profile;
  loginMethods: LoginMethods;
}

/** Requests a change of the e-mail. The change takes effect when the owner opens the link in the mail. */
export function EmailForm({ profile: { hasPassword, ...initial }, loginMethods }: EmailFormProps) {
  const t = useI18n();
  const router = useRouter();
  const proof = useProof(!hasPassword && !loginMethods.freshLogIn);
  const [profile, setProfile] = useState(initial);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm({
    prefix: 'email',
    initialValues: { email: '', password: '' },
    schema: async () => (await import('@/schemas/account')).updateEmailInput,
    labels: { email: t('details.email.new'), password: t('details.email.password') },
    toInput: ({ email, password }) => ({ email: email.trim(), ...(hasPassword && { password }) }),
    send: async (input) => {
      setSentTo(null);
      const { email, verificationSent } = await trpc.account.updateEmail.mutate(input);
      setProfile({ ...profile, pendingEmail: verificationSent ? email : null });
      router.refresh();
      if (!verificationSent) return showToast({ message: t('details.email.same'), tone: 'good' });
      setSentTo(email);
      form.setValues({ email: '', password: '' });
      showToast({ message: t('details.email.sentToast'), tone: 'good' });
    },
    explain: ({ code, message }) => {
      if (code === 'EMAIL_TAKEN') return { field: 'email', message: message ?? '' };
      if (code === 'PROOF_REQUIRED') proof.ask();
      return code === 'PASSWORD_INCORRECT' ? { field: 'password', message: message ?? '' } : undefined;
    },
    keptAs: 'email',
  });
  const text = textFields(form);

  return (
    <FormPage
      heading={t('details.email.heading')}
      aside={
        <Points
          title={t('details.email.how')}
          points={[t('details.email.how1'), t('details.email.how2'), t('details.email.how3')]}
        />
      }
    >
      {proof.isNeeded && (
        <Proof
          loginMethods={loginMethods}
          email={profile.email}
          path={PATH}
          asked={proof.isAsked}
          onProven={proof.give}
        />
      )}
      <SchemaForm
        form={form}
        problem={proof.isNeeded ? null : form.problem}
        lead={
          <>
            {sentTo && <Sent to={sentTo} present={profile.email} />}
            <KeptNotice shown={form.wasKept} secret={hasPassword} />
          </>
        }
      >
        <section className={classes.present}>
          <h2 className="muted label">{t('details.email.present')}</h2>
          <PresentEmail profile={{ ...profile, hasPassword }} />
          {profile.pendingEmail && !sentTo && (
            <Notice tone="waiting">
              <p>{t('details.email.waiting', { email: profile.pendingEmail, present: profile.email })}</p>
            </Notice>
          )}
        </section>
        {!proof.isNeeded && (
          <>
            <TextInput
              description={t('details.email.newHint')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              {...text('email')}
            />
            {hasPassword && <PasswordField autoComplete="current-password" {...text('password')} />}
            <Button type="submit" wide busy={form.busy}>
              {form.busy ? t('details.email.submitting') : t('details.email.submit')}
            </Button>
          </>
        )}
      </SchemaForm>
    </FormPage>
  );
}

/** Asks the subscriber to open the mail. Takes the focus, because the next step is in the mail. */
function Sent({ to, present }: { to: string; present: string }) {
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>();
  return (
    <div ref={box} tabIndex={-1} role="status">
      <Notice tone="good" title={t('details.email.sentTitle')}>
        <p>{t('details.email.sent', { email: <strong>{to}</strong>, present })}</p>
      </Notice>
    </div>
  );
}
