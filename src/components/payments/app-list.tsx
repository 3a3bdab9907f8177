import { AppMark, appName } from '@/components/art/app-marks';
import { buttonClass } from '@/components/button-anchor';
import type { Locale } from '@/domain/locale';
import type { PayApp } from '@/domain/pay-app';
import { deadlineText } from '@/locales/format';
import type { Translate } from '@/locales/typed';
import classes from './app-list.module.css';

interface AppListProps {
  /** The payment that waits in an app, or null. */
  waiting: { name: PayApp; endsAt: string } | null;
  /** The apps in which the payment can be made now. */
  apps: readonly PayApp[];
  t: Translate;
  locale: Locale;
  /** The app that is being opened, or null. */
  opening?: PayApp | null;
  /** Opens an app. Without it, the script of the page opens the app that `data-app` names. */
  onOpen?: (app: PayApp) => void;
  /** Says between the two lists that an app did not open. */
  children?: React.ReactNode;
}

/** Shows the app in which the payment waits, and the apps that can pay, each as a button. */
export function AppList({ waiting, apps, t, locale, opening = null, onOpen, children }: AppListProps) {
  const others = apps.filter((app) => app !== waiting?.name);
  const opens = (app: PayApp) => ({
    type: 'button' as const,
    'data-app': app,
    'data-failed': t('payments.apps.failed', { app: appName(app) }),
    'data-busy': opening === app || undefined,
    'aria-disabled': opening !== null || undefined,
    ...(onOpen && { onClick: () => onOpen(app) }),
  });
  return (
    <>
      {waiting && (
        <>
          <p>{t('payments.apps.waitingText')}</p>
          <button {...opens(waiting.name)} className={buttonClass('primary', true)}>
            {t('payments.apps.again', { app: appName(waiting.name) })}
          </button>
          <p className="muted small">
            {t('payments.apps.until', {
              until: <span className="keep">{deadlineText(waiting.endsAt, locale)}</span>,
            })}
          </p>
          {others.length > 0 && <p className="strong">{t('payments.apps.other')}</p>}
        </>
      )}
      {children}
      <ul className={classes.apps}>
        {others.map((app) => (
          <li key={app}>
            <button {...opens(app)} className={classes.app}>
              <AppMark of={app} />
              <span>{appName(app)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
