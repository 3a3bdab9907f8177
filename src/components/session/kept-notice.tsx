'use client';

import { useI18n } from '@/locales/client';
import { Notice } from '../notice';

interface KeptNoticeProps {
  /** Whether the form was filled with what had been typed before. */
  shown: boolean;
  /** The form asks for a password, which was not kept. */
  secret?: boolean;
}

/** Says that what was typed is still here. */
export function KeptNotice({ shown, secret }: KeptNoticeProps) {
  const t = useI18n();
  if (!shown) return null;
  return (
    <Notice tone="info" urgent>
      {t(secret ? 'common.inputKeptSecret' : 'common.inputKept')}
    </Notice>
  );
}
