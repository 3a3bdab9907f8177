'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { useI18n, useLocale } from '@/locales/client';
import { countText } from '@/locales/desk-format';
import { desk } from '@/trpc/desk';
import { csvLines, csvText } from '@/domain/csv';

const PARTS = ['subscribers', 'orders', 'payments', 'points'] as const;

/** Saves the whole shop as files. They are read in parts, so that a large shop needs little memory. */
export function SaveShop() {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy, problem } = useCommand();
  const [done, setDone] = useState(0);
  const save = () =>
    run(async () => {
      let count = 0;
      for (const part of PARTS) {
        const parts: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await desk.moving.export.mutate({ part, cursor });
          parts.push(parts.length === 0 ? csvText([page.header, ...page.rows]) : csvLines(page.rows));
          setDone((count += page.rows.length));
          cursor = page.cursor;
        } while (cursor !== null);
        saveFile(new Blob(parts, { type: 'text/csv' }), `ira-${part}.csv`);
      }
    });
  return (
    <section className="card mt-5">
      <h2>{t('deskMoving.export')}</h2>
      <p className="lead">{t('deskMoving.exportText')}</p>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions mt-3">
        <Button look="secondary" busy={busy} onClick={() => void save()}>
          {t('deskMoving.saveExport')}
        </Button>
      </div>
      <p role="status">{busy && t('deskMoving.reading', { done: countText(done, locale) })}</p>
    </section>
  );
}
