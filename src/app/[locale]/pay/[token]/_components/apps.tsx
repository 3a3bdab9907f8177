'use client';

import { AppMark, appName } from '@/components/art/app-marks';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import secretLink from '@/components/secret-link/secret-link.module.css';
import { useI18n, useLocale } from '@/locales/client';
import { deadlineText } from '@/locales/format';
import classes from './apps.module.css';
import type { PayLinkState } from './use-pay-link';

/** Shows the banking apps and wallets that can pay, or the one in which the payment waits. */
export function Apps({ link, opening, appProblem, openApp }: PayLinkState) {
  const t = useI18n();
  const locale = useLocale();
  const { app: waiting, apps } = link;
  if (!waiting && apps.length === 0) return null;
  const others = apps.filter((app) => app !== waiting?.name);
  return (
    <section className={`card stack ${secretLink.way}`} aria-labelledby="apps-title">
      <h2 id="apps-title">
        {waiting ? t('payments.apps.waiting', { app: appName(waiting.name) }) : t('payments.apps.title')}
      </h2>
      {waiting && (
        <>
          <p>{t('payments.apps.waitingText')}</p>
          <Button wide busy={opening === waiting.name} onClick={() => void openApp(waiting.name)}>
            {t('payments.apps.again', { app: appName(waiting.name) })}
          </Button>
          <p className="muted small">
            {t('payments.apps.until', {
              until: <span className="keep">{deadlineText(waiting.endsAt, locale)}</span>,
            })}
          </p>
          {others.length > 0 && <p className="strong">{t('payments.apps.other')}</p>}
        </>
      )}
      {appProblem && !opening && (
        <Notice tone="bad" urgent title={t('payments.apps.failed', { app: appName(appProblem.app) })}>
          <p>{appProblem.message ?? t('payments.apps.failedText')}</p>
        </Notice>
      )}
      <ul className={classes.apps}>
        {others.map((app) => (
          <li key={app}>
            <button
              type="button"
              className={classes.app}
              aria-disabled={opening !== null || undefined}
              onClick={() => void openApp(app)}
            >
              <AppMark of={app} />
              <span>{appName(app)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
