'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { useI18n, useLocale } from '@/locales/client';
import { LIST_SIZE_MAX, type DeskListInput } from '@/schemas/desk-lists';
import { desk } from '@/trpc/desk';
import { csvLines, csvText } from '@/domain/csv';
import { columnsOf, nameText, shownColumns } from './list-columns';

interface SaveCsvProps {
  /** The list with the filter in effect. */
  asked: DeskListInput;
  /** The names of the kinds of messages. */
  names: ReadonlyMap<string, string>;
  head: readonly string[];
  /** The chosen columns; empty for the usual ones. */
  chosen: readonly string[];
}

/** Saves all rows of a list with its filter as a file. They are read in parts, so that a long list needs little memory. */
export function SaveCsv({ asked, names, head, chosen }: SaveCsvProps) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy, problem } = useCommand();
  const save = () =>
    run(async () => {
      const { list } = asked;
      const messageName = (kind: string) => names.get(kind) ?? kind;
      const parts = [csvText([head])];
      let after: string | undefined;
      do {
        const page = await desk.today.list.query({ ...asked, after, size: LIST_SIZE_MAX });
        const columns = shownColumns(columnsOf(list, page.part, { t, locale, messageName }), chosen);
        parts.push(
          csvLines(page.rows.map((row) => [nameText(list, row, t), ...columns.map(({ text }) => text(row))])),
        );
        after = page.next ?? undefined;
      } while (after !== undefined);
      saveFile(new Blob(parts, { type: 'text/csv' }), `ira-${list}.csv`);
    });
  return (
    <>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <Button look="secondary" busy={busy} onClick={() => void save()}>
        {t('deskLists.csv')}
      </Button>
    </>
  );
}
