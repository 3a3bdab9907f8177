'use client';

import { useRouter } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { refusalOf } from '@/trpc/react';

interface Offer {
  /** The version of the subscription after the change. A later change ends the offer. */
  version: number;
  undo: () => Promise<unknown>;
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

/** Offers to reverse the last change, until another one follows. @param version of the shown subscription */
export function UndoChange({ version }: { version: number }) {
  const t = useI18n();
  const router = useRouter();
  const failureText = useFailureText('command');
  const current = useSyncExternalStore(
    listen,
    () => offer,
    () => null,
  );
  if (current?.version !== version) return null;
  const undo = async () => {
    offerUndo(null);
    try {
      await current.undo();
      showToast({ message: t('subscription.change.undone'), tone: 'good' });
    } catch (error) {
      showToast({ message: failureText(refusalOf(error)), tone: 'bad' });
    }
    router.refresh();
  };
  return (
    <p className="note good row">
      <span>{t('subscription.change.changed')}</span>
      <Button look="quiet" onClick={() => void undo()}>
        {t('subscription.change.undo')}
      </Button>
    </p>
  );
}
