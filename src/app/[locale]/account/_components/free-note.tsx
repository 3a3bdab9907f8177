'use client';

import { useI18n } from '@/locales/client';

/** What skipping does to the free product of an order, before it is skipped and after. */
export function FreeNote({ skipped }: { skipped: boolean }) {
  const t = useI18n();
  return t(skipped ? 'account.next.freeSkipped' : 'account.next.freeNote', {
    contact: <a href="#contact">{t('account.next.contact')}</a>,
  });
}
