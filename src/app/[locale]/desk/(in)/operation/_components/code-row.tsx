'use client';

import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../_components/act';
import classes from '../../_components/desk.module.css';

type Row = DeskOutputs['operation']['read']['codes'][number];

/** A discount code: what it gives, when, and how often it was used. */
export function CodeRow({ row, mayEnd }: { row: Row; mayEnd: boolean }) {
  const t = useI18n();
  const locale = useLocale();
  const { code, discount, from, until, uses, usesMax, state } = row;
  const given = discount.kind === 'percent' ? `${discount.value} %` : bahtText(discount.value, locale);
  return (
    <li className={classes.row} data-split>
      <div>
        <p className={classes.strong}>
          {code}: {given} <span className="muted anywhere small">· {t(`deskOperation.state.${state}`)}</span>
        </p>
        <p className="muted anywhere small">
          {until === null
            ? t('deskOperation.since', { from: dayText(from, locale) })
            : t('deskOperation.between', { from: dayText(from, locale), until: dayText(until, locale) })}{' '}
          ·{' '}
          {usesMax === null
            ? t('deskOperation.used', { uses })
            : t('deskOperation.usedOf', { uses, max: usesMax })}
        </p>
      </div>
      {mayEnd && state !== 'ended' && (
        <Act
          act={t('deskOperation.end')}
          label={t('deskOperation.endOf', { code })}
          text={t('deskOperation.endText', { code })}
          run={() => desk.operation.endCode.mutate({ code })}
          done={t('deskOperation.ended', { code })}
        />
      )}
    </li>
  );
}
