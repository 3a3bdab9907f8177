import { TextInput } from '@mantine/core';
import { SEARCH_MAX } from '@/domain/subscriber-search';
import type { Locale } from '@/domain/locale';
import { Button } from '@/components/button';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from './subscribers.module.css';

interface SearchFormProps {
  locale: Locale;
  typed: string;
  error: string | null;
}

/** The search field. It works without a script. */
export async function SearchForm({ locale, typed, error }: SearchFormProps) {
  const t = await getI18n();
  return (
    <form
      role="search"
      method="get"
      action={localePath(locale, '/desk/subscribers')}
      className={classes.search}
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
