import { headers } from 'next/headers';
import { SecretLinkFrame } from '@/components/secret-link/secret-link-frame';
import { LanguageLink } from '@/components/shell/language-link';
import { barePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';

/**
 * The frame of a payment page. It needs no session. Every holder of the link sees the payment, but no
 * personal data.
 */
export default async function PayLayout({ params, children }: LayoutProps<'/[locale]/pay/[token]'>) {
  const [locale, t, requestHeaders] = await Promise.all([pageLocale(params), getI18n(), headers()]);
  const [path = '/'] = (requestHeaders.get('x-ira-path') ?? '/').split('?', 1);
  const words = { text: t('common.otherLanguage'), label: t('common.otherLanguageLabel') };
  return (
    <SecretLinkFrame
      locale={locale}
      languageLink={<LanguageLink locale={locale} path={barePath(path)} {...words} />}
    >
      {children}
    </SecretLinkFrame>
  );
}
