'use client';

import { useSearchParams } from 'next/navigation';
import { SEARCH_MAX } from '@/domain/subscriber-search';
import { useI18n } from '@/locales/client';
import classes from './frame.module.css';
import { SectionIcon } from './section-icon';

/**
 * The search field of every page of the desk. It works before its script has loaded, too, and shows what was searched
 * for after "back".
 * @param action the page of the results that the role may see
 */
export function Find({ action }: { action: string }) {
  const t = useI18n();
  const typed = useSearchParams().get('q') ?? '';
  return (
    <form role="search" method="get" action={action} className={classes.find}>
      <SectionIcon of="find" />
      <input
        key={typed}
        name="q"
        type="search"
        defaultValue={typed}
        aria-label={t('deskSubscribers.search.label')}
        placeholder={t('deskSubscribers.search.short')}
        aria-keyshortcuts="/"
        maxLength={SEARCH_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-find
      />
      <kbd aria-hidden>/</kbd>
      <button type="submit">{t('deskSubscribers.search.submit')}</button>
    </form>
  );
}
