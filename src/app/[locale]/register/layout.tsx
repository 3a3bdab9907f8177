import { Providers } from '@/components/providers';
import { Frame } from '@/components/shell/frame';
import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';
import { lineAddress } from '@/domain/line';
import { api, publicSettings } from '@/trpc/server';
import { FlowProvider } from './_components/flow';

const WORDS = [
  'auth.errorPrefix',
  'auth.hide',
  'auth.line',
  'auth.show',
  'auth.summaryTitle',
  'bankAccounts',
  'box',
  'common',
  'declines',
  'errors.LINE_DENIED',
  'errors.LINE_FAILED',
  'errors.LINE_TAKEN',
  'payments.link',
  'payments.outcome',
  'register',
  'rewards.code',
  'validation',
] as const;

export default async function RegisterLayout({ params, children }: LayoutProps<'/[locale]/register'>) {
  const locale = await pageLocale(params);
  const { catalogue, registration } = await api();
  const [products, plans, { today }, started, { contact }] = await Promise.all([
    catalogue.everyProduct(),
    catalogue.everyPlan(),
    catalogue.today(),
    registration.current(),
    publicSettings(),
  ]);
  const askAt = contact.line ? lineAddress(contact.line) : contact.email && `mailto:${contact.email}`;
  return (
    <Frame locale={locale} plain>
      <I18n locale={locale} nouns={WORDS}>
        <Providers>
          <FlowProvider products={products} plans={plans} today={today} askAt={askAt} started={started}>
            {children}
          </FlowProvider>
        </Providers>
      </I18n>
    </Frame>
  );
}
