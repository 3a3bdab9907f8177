'use client';

import { useI18n } from '@/locales/client';

/** Explains what happens to the free product of an order that is or may be skipped. */
export function FreeNote({ skipped }: { skipped: boolean }) {
  const t = useI18n();
  const contact = <a href="#contact">{t('account.next.contact')}</a>;
  return <>{t(skipped ? 'account.next.freeSkipped' : 'account.next.freeNote', { contact })}</>;
}
