'use client';

import { useI18n } from '@/locales/client';
import { Act as DeskAct, type ActProps } from '../../../_components/act';

interface SubscriberActProps extends Omit<ActProps, 'run' | 'hint'> {
  run: (reason: string | undefined) => Promise<unknown>;
}

/** An action on a subscriber. Its reason becomes a note, which is erased with the account. */
export function Act({ run, reason = 'optional', ...props }: SubscriberActProps) {
  const t = useI18n();
  const hint = t('deskSubscribers.act.reasonHint');
  return <DeskAct {...props} reason={reason} hint={hint} run={(text) => run(text || undefined)} />;
}
