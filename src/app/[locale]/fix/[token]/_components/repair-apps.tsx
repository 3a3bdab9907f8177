'use client';

import { useCallback, useRef, useState } from 'react';
import { AppList } from '@/components/payments/app-list';
import { Notice } from '@/components/notice';
import { appName } from '@/components/art/app-marks';
import { loadPage } from '@/components/load-page';
import { outsideLine } from '../../../../../components/payments/outside-line';
import type { PayApp } from '@/domain/pay-app';
import { useI18n, useLocale } from '@/locales/client';
import { trpc, refusalOf } from '@/trpc/react';
import type { Repair } from './use-repair';

interface RepairAppsProps {
  token: string;
  repair: Repair;
  onChange: (next: Repair) => void;
}

/** Shows the banking apps and wallets that can pay the order, or the one in which its payment waits. */
export function RepairApps({ token, repair: { app, apps, amount }, onChange }: RepairAppsProps) {
  const t = useI18n();
  const start = useCallback(
    async (wanted: PayApp) => {
      const next = await trpc.orderLinks.repairByApp.mutate({ token, app: wanted, expectedTotal: amount });
      onChange(next);
      return next.app?.authorizeUri ?? null;
    },
    [token, amount, onChange],
  );
  const { opening, appProblem, openApp } = useOpenApp(start);
  return (
    <AppList
      waiting={app}
      apps={apps}
      t={t}
      locale={useLocale()}
      opening={opening}
      onOpen={(wanted) => void openApp(wanted)}
    >
      {appProblem && !opening && (
        <Notice tone="bad" urgent title={t('payments.apps.failed', { app: appName(appProblem.app) })}>
          <p>{appProblem.message ?? t('payments.apps.failedText')}</p>
        </Notice>
      )}
    </AppList>
  );
}

/**
 * Opens a banking app or a wallet. Further taps do nothing while one opens.
 * @param start starts the payment at the server; returns the address that opens the app, or null if it does not open
 */
function useOpenApp(start: (app: PayApp) => Promise<string | null>) {
  const [opening, setOpening] = useState<PayApp | null>(null);
  /** The app that did not open, or null. Its message is null if the server gave no message. */
  const [appProblem, setAppProblem] = useState<{ app: PayApp; message: string | null } | null>(null);
  const tapped = useRef(false);
  const openApp = useCallback(
    async (app: PayApp) => {
      if (tapped.current) return;
      tapped.current = true;
      setOpening(app);
      setAppProblem(null);
      try {
        const address = await start(app);
        if (address === null) setAppProblem({ app, message: null });
        else loadPage(outsideLine(address));
      } catch (error) {
        setAppProblem({ app, message: refusalOf(error).message });
      } finally {
        tapped.current = false;
        setOpening(null);
      }
    },
    [start],
  );
  return { opening, appProblem, openApp };
}
