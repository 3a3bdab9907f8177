'use client';

import { TextInput } from '@/components/forms/mantine-fields';
import { SEARCH_MAX } from '@/domain/subscriber-search';
import { Button } from '@/components/button';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import classes from './subscribers.module.css';

interface SearchFormProps {
  typed: string;
  error: string | null;
}

/** The search field. It works before its script has loaded, too. */
export function SearchForm({ typed, error }: SearchFormProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <form
      role="search"
      method="get"
      action={localePath(locale, '/desk/subscribers')}
      className={`stack ${classes.search}`}
    >
      <TextInput
        name="q"
        type="search"
        label={t('deskSubscribers.search.label')}
        description={t('deskSubscribers.search.hint')}
        defaultValue={typed}
        error={error}
        maxLength={SEARCH_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit">{t('deskSubscribers.search.submit')}</Button>
    </form>
  );
}
