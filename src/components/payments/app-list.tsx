'use client';

import { AppMark, appName } from '@/components/art/app-marks';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import type { PayApp } from '@/domain/pay-app';
import { useI18n, useLocale } from '@/locales/client';
import { deadlineText } from '@/locales/format';
import classes from './app-list.module.css';
import type { useOpenApp } from './use-open-app';

interface AppListProps extends ReturnType<typeof useOpenApp> {
  /** The payment that waits in an app, or null. */
  waiting: { name: PayApp; endsAt: string } | null;
  /** The apps in which the payment can be made now. */
  apps: readonly PayApp[];
}

/** Shows the app in which the payment waits, and the apps that can pay, each as a button. */
export function AppList({ waiting, apps, opening, appProblem, openApp }: AppListProps) {
  const t = useI18n();
  const locale = useLocale();
  const others = apps.filter((app) => app !== waiting?.name);
  return (
    <>
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
    </>
  );
}
