'use client';

import { useSyncExternalStore } from 'react';
import { Button } from '@/components/button';
import { useI18n } from '@/locales/client';

interface Offer {
  /** The version of the subscription after the change. A later change ends the offer. */
  version: number;
  undo: () => void;
}

let offer: Offer | null = null;
const listeners = new Set<() => void>();

/** Offers to reverse the last change of this tab. Null ends the offer. */
export function offerUndo(next: Offer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Offers to reverse the last change, as the toast does for three seconds. @param version of the shown subscription */
export function UndoChange({ version }: { version: number }) {
  const t = useI18n();
  const current = useSyncExternalStore(
    listen,
    () => offer,
    () => null,
  );
  if (current?.version !== version) return null;
  return (
    <Button look="quiet" onClick={current.undo}>
      {t('subscription.hub.undo')}
    </Button>
  );
}
