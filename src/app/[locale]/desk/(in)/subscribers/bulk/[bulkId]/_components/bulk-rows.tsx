'use client';

import Link from 'next/link';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { SAID_BULK_CODES } from '@/domain/bulk';
import { csvLines, csvText } from '@/domain/csv';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { Translate } from '@/locales/typed';
import { desk, type DeskOutputs } from '@/trpc/desk';
import classes from '../../../../_components/desk.module.css';

type Row = DeskOutputs['bulk']['rows'][number];

const SAVED_AT_ONCE = 1000;
const COLUMNS = ['line', 'name', 'id', 'state', 'reason', 'before', 'after'] as const;

function reasonOf({ code }: Row, t: Translate): string {
  if (code === null) return '';
  const known = SAID_BULK_CODES.find((one) => one === code);
  return known ? t(`deskBulk.code.${known}`) : t('deskBulk.code.other', { code });
}

/** Subscribers of a bulk change: each with its state, the reason if it was left out, and the totals. */
export function BulkRows({ rows }: { rows: readonly Row[] }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <ul className={classes.rows}>
      {rows.map((row) => {
        const { line, accountId, name, state, before, after } = row;
        const shown = name || accountId || t('deskBulk.line', { line });
        return (
          <li key={line} className={classes.row}>
            {accountId === null ? (
              <p className={classes.strong}>{shown}</p>
            ) : (
              <Link
                className="tap"
                href={localePath(locale, `/desk/subscribers/${accountId}`)}
                prefetch={false}
              >
                {shown}
              </Link>
            )}
            <p className="muted anywhere small">
              {reasonOf(row, t) || t(`deskBulk.counts.${state}`)}
              {before !== null &&
                after !== null &&
                before !== after &&
                ` · ${t('deskBulk.total', { before: bahtText(before, locale), after: bahtText(after, locale) })}`}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** Saves all subscribers of a bulk change as a file. */
export function SaveBulk({ bulkId }: { bulkId: string }) {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const baht = (satang: number | null) => (satang === null ? '' : (satang / 100).toFixed(2));
  const linesOf = (rows: readonly Row[]) =>
    rows.map((row) => [
      ...[String(row.line), row.name ?? '', row.accountId ?? '', t(`deskBulk.counts.${row.state}`)],
      ...[reasonOf(row, t), baht(row.before), baht(row.after)],
    ]);
  const save = () =>
    run(async () => {
      const parts = [csvText([COLUMNS.map((column) => t(`deskBulk.columns.${column}`))])];
      for (let after = 0; ;) {
        const page = await desk.bulk.rows.query({ bulkId, leftOut: false, after, limit: SAVED_AT_ONCE });
        parts.push(csvLines(linesOf(page)));
        if (page.length < SAVED_AT_ONCE) break;
        after = page.at(-1)?.line ?? after;
      }
      saveFile(new Blob(parts, { type: 'text/csv' }), 'ira-group.csv');
    });
  return (
    <>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions">
        <Button look="secondary" busy={busy} onClick={() => void save()}>
          {t('deskBulk.save')}
        </Button>
      </div>
    </>
  );
}
