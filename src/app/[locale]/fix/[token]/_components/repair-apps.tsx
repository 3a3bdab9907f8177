'use client';

import { useCallback } from 'react';
import { AppList } from '@/components/payments/app-list';
import { useOpenApp } from '@/components/payments/use-open-app';
import type { PayApp } from '@/domain/pay-app';
import { trpc } from '@/trpc/react';
import type { Repair } from './use-repair';

interface RepairAppsProps {
  token: string;
  repair: Repair;
  onChange: (next: Repair) => void;
}

/** Shows the banking apps and wallets that can pay the order, or the one in which its payment waits. */
export function RepairApps({ token, repair: { app, apps, amount }, onChange }: RepairAppsProps) {
  const start = useCallback(
    async (wanted: PayApp) => {
      const next = await trpc.orderLinks.repairByApp.mutate({ token, app: wanted, expectedTotal: amount });
      onChange(next);
      return next.app?.authorizeUri ?? null;
    },
    [token, amount, onChange],
  );
  return <AppList waiting={app} apps={apps} {...useOpenApp(start)} />;
}
