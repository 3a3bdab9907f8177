'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { bahtText } from '@/domain/money';
import { orderNumberText } from '@/domain/order';
import { useI18n } from '@/locales/client';
import type { logInput } from '@/schemas/desk';
import { desk } from '@/trpc/desk';
import { csvText } from '@/domain/csv';
import type { z } from 'zod';

const COLUMNS = ['at', 'by', 'what', 'amount', 'points', 'order', 'subscriber', 'member', 'reason'] as const;

/** Saves the chosen part of the log as a file. Events have their codes, as the API has them. */
export function ExportLog({ filter }: { filter: z.output<typeof logInput> }) {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const save = () =>
    run(async () => {
      const { rows } = await desk.team.exportLog.query(filter);
      const lines = rows.map((row) => [
        row.at,
        row.by,
        row.what,
        row.amount === null ? '' : bahtText(row.amount),
        row.points === null ? '' : String(row.points),
        row.orderNumber === null ? '' : orderNumberText(row.orderNumber),
        row.name ?? '',
        row.member ?? '',
        row.reason ?? '',
      ]);
      const head = COLUMNS.map((column) => t(`deskLog.columns.${column}`));
      saveFile(new Blob([csvText([head, ...lines])], { type: 'text/csv' }), 'ira-log.csv');
    });
  return (
    <>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <Button look="secondary" busy={busy} onClick={() => void save()}>
        {t('deskLog.export')}
      </Button>
    </>
  );
}
