'use client';

import { useI18n } from '@/locales/client';
import { Notice } from '../notice';

interface KeptNoticeProps {
  /** Whether the form was filled with stored input. */
  shown: boolean;
  /** Whether the form asks for a password, which is never stored. */
  secret?: boolean;
}

/** Shows that the typed values of the form were restored. */
export function KeptNotice({ shown, secret }: KeptNoticeProps) {
  const t = useI18n();
  if (!shown) return null;
  return (
    <Notice tone="info" urgent>
      {t(secret ? 'common.inputKeptSecret' : 'common.inputKept')}
    </Notice>
  );
}
