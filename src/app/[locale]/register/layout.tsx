import { Providers } from '@/components/providers';
import { Frame } from '@/components/shell/frame';
import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';
import { api } from '@/trpc/server';
import { FlowProvider } from './_components/flow';

const WORDS = [
  'auth.errorPrefix',
  'auth.hide',
  'auth.line',
  'auth.show',
  'auth.summaryTitle',
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
  const [products, plans, { today }, started] = await Promise.all([
    catalogue.everyProduct(),
    catalogue.everyPlan(),
    catalogue.today(),
    registration.current(),
  ]);
  return (
    <Frame locale={locale} plain>
      <I18n locale={locale} nouns={WORDS}>
        <Providers>
          <FlowProvider products={products} plans={plans} today={today} started={started}>
            {children}
          </FlowProvider>
        </Providers>
      </I18n>
    </Frame>
  );
}
