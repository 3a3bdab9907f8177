import { appName } from '@/components/art/app-marks';
import { AppList } from '@/components/payments/app-list';
import secretLink from '@/components/secret-link/secret-link.module.css';
import { Problem, type PayParts } from './parts';

/** Shows the banking apps and wallets that can pay, or the one in which the payment waits. */
export function Apps({ link, t, locale }: PayParts) {
  const { app: waiting, apps } = link;
  if (!waiting && apps.length === 0) return null;
  return (
    <section className={`card stack ${secretLink.way}`} aria-labelledby="apps-title" data-part="apps">
      <h2 id="apps-title">
        {waiting ? t('payments.apps.waiting', { app: appName(waiting.name) }) : t('payments.apps.title')}
      </h2>
      <AppList waiting={waiting} apps={apps} t={t} locale={locale}>
        <Problem title="" text={t('payments.apps.failedText')} />
      </AppList>
    </section>
  );
}
