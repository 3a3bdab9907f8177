'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { isDay } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { isNote, type MovingFault } from '@/domain/moving-in';
import { useI18n, useLocale } from '@/locales/client';
import { countText } from '@/locales/desk-format';
import { dayText } from '@/locales/format';
import type { Translate } from '@/locales/typed';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { csvLines, csvText } from '@/domain/csv';
import classes from '../../../../_components/desk.module.css';

type Rows = DeskOutputs['moving']['rows'];

const SAVED_AT_ONCE = 1000;
const COLUMNS = ['line', 'id', 'state', 'column', 'code', 'text', 'help'] as const;

const textOf = ({ code, hint = '' }: MovingFault, t: Translate, locale: Locale) =>
  t(`deskMoving.fault.${code}`, { hint: isDay(hint) ? dayText(hint, locale) : hint });
const helpOf = ({ code, column }: MovingFault, t: Translate) =>
  code === 'invalid' ? (column ? t(`deskMoving.form.${column}`) : '') : t(`deskMoving.help.${code}`);

/** Shows the first rows with problems and notes. Saves all of them, or all rows, as a file. */
export function Report({ importId, rows, isCut }: { importId: string; rows: Rows; isCut: boolean }) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy, problem } = useCommand();
  const save = (faulty: boolean) =>
    run(async () => {
      const parts = [csvText([COLUMNS.map((column) => t(`deskMoving.columns.${column}`))])];
      for (let after = 0; ;) {
        const page = await desk.moving.rows.query({ importId, faulty, after, limit: SAVED_AT_ONCE });
        parts.push(csvLines(page.flatMap((row) => linesOf(row, t, locale))));
        if (page.length < SAVED_AT_ONCE) break;
        after = page.at(-1)?.line ?? after;
      }
      saveFile(new Blob(parts, { type: 'text/csv' }), 'ira-report.csv');
    });
  return (
    <div className="stack">
      {isCut && <p className="muted">{t('deskMoving.more', { count: countText(rows.length, locale) })}</p>}
      <ul className={classes.rows}>
        {rows.map(({ line, externalId, faults }) => (
          <li key={line} className={classes.row}>
            <p className={classes.strong}>
              {t('deskMoving.row', { line })} {externalId !== null && <code>{externalId}</code>}
            </p>
            {faults.map((fault) => (
              <p key={`${fault.column} ${fault.code}`} className="anywhere small">
                {fault.column && <code>{fault.column}</code>}{' '}
                <span className={isNote(fault) ? 'muted' : 'problem'}>{textOf(fault, t, locale)}</span>{' '}
                <span className="muted">{helpOf(fault, t)}</span>
              </p>
            ))}
          </li>
        ))}
      </ul>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions">
        {rows.length > 0 && (
          <Button look="secondary" busy={busy} onClick={() => void save(true)}>
            {t('deskMoving.saveReport')}
          </Button>
        )}
        <Button look="secondary" busy={busy} onClick={() => void save(false)}>
          {t('deskMoving.saveAll')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the lines of a row in the report: one for each problem, or one without any. */
function linesOf(
  { line, externalId, state, faults }: Rows[number],
  t: Translate,
  locale: Locale,
): string[][] {
  const start = [String(line), externalId ?? '', t(`deskMoving.counts.${state}`)];
  if (faults.length === 0) return [[...start, '', '', '', '']];
  return faults.map((fault) => [
    ...start,
    fault.column ?? '',
    fault.code,
    textOf(fault, t, locale),
    helpOf(fault, t),
  ]);
}
