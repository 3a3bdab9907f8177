import { Notice } from '@/components/notice';
import type { Locale } from '@/domain/locale';
import { I18n } from '@/locales/i18n';
import { getI18n } from '@/locales/server';
import { Resend } from '../_components/resend';

/** Asks the subscriber to verify the e-mail, and offers to send the verification link again. */
export async function VerifyNotice({ email, locale }: { email: string; locale: Locale }) {
  const t = await getI18n();
  return (
    <Notice tone="info">
      <p>{t('account.verify', { email: <strong>{email}</strong> })}</p>
      <div>
        <I18n locale={locale} nouns={['common', 'details.ways']}>
          <Resend email={email} look="quiet" />
        </I18n>
      </div>
    </Notice>
  );
}
