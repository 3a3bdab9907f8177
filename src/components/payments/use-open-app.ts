import { useCallback, useRef, useState } from 'react';
import { loadPage } from '@/components/load-page';
import type { PayApp } from '@/domain/pay-app';
import { refusalOf } from '@/trpc/react';
import { outsideLine } from './outside-line';

/**
 * Opens a banking app or a wallet. Further taps do nothing while one opens.
 * @param start starts the payment at the server; returns the address that opens the app, or null if it does not open
 */
export function useOpenApp(start: (app: PayApp) => Promise<string | null>) {
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
