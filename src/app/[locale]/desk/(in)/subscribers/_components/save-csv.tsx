'use client';

import { Button } from '@/components/button';
import { saveFile } from '@/components/save-file';
import { useI18n } from '@/locales/client';
import { csvText } from '../../_components/csv-text';

/** Saves the rows on the screen as a file. @param rows the names of the columns, then the cells */
export function SaveCsv({ name, rows }: { name: string; rows: readonly (readonly string[])[] }) {
  const t = useI18n();
  const save = () => saveFile(new Blob([csvText(rows)], { type: 'text/csv' }), `ira-${name}.csv`);
  return (
    <Button look="secondary" onClick={save}>
      {t('deskLists.csv', { count: rows.length - 1 })}
    </Button>
  );
}
