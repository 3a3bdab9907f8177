'use client';

import { useCallback } from 'react';
import { AppList } from '@/components/payments/app-list';
import { Notice } from '@/components/notice';
import { appName } from '@/components/art/app-marks';
import { useOpenApp } from '@/components/payments/use-open-app';
import type { PayApp } from '@/domain/pay-app';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
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
