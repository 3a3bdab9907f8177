'use client';

import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { bahtText } from '@/domain/money';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { csvText } from '@/domain/csv';
import { useDeskCommand } from '../../../_components/use-desk-command';

const COLUMNS = ['payout', 'gross', 'fees', 'vat', 'refunds', 'transferFee', 'net', 'bank', 'state'] as const;
const FIGURES = [
  ...(['opening', 'gross', 'fees', 'vat', 'refunds', 'disputes', 'won'] as const),
  ...(['transferFees', 'bank', 'closing', 'direct'] as const),
];

/** Reads the gateway and compares at once; saves what the page shows of the month as a file. */
export function Compare({ shown }: { shown: DeskOutputs['payouts']['month'] }) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const compare = async () => {
    const result = await desk.payouts.compare.mutate();
    return result.problem === null
      ? t('deskPayouts.compared', { read: result.read, found: result.found, count: result.differences })
      : t('deskPayouts.notCompared');
  };
  const save = () => {
    const payouts = shown.payouts.map((one) => [
      one.sentAt,
      ...[one.gross, -one.fees, -one.vat, -one.refunds, -one.transferFee, one.net].map(bahtText),
      one.arrivedOn ?? '',
      one.state,
    ]);
    const differences = shown.differences.map(({ kind, subject, since, actual, expected, accepted }) => [
      ...[kind, subject, since, bahtText(actual), bahtText(expected)],
      ...[bahtText(actual - expected), accepted?.why ?? ''],
    ]);
    const sums = FIGURES.map((key) => [t(`deskPayouts.figure.${key}`), bahtText(shown.figures[key])]);
    const byHand = (['sent', 'waiting'] as const).map((state) => {
      const { count, amount } = shown.handRefunds[state];
      return [t(`deskPayouts.byHand.${state}`, { count, amount: bahtText(amount) }), bahtText(amount)];
    });
    const rows = [
      COLUMNS.map((column) => t(`deskPayouts.columns.${column}`)),
      ...[
        ...payouts,
        [],
        ...sums,
        [t('deskPayouts.listed'), bahtText(shown.listed)],
        ...byHand,
        [],
        ...differences,
      ],
    ];
    saveFile(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }), `ira-payouts-${shown.month}.csv`);
  };
  return (
    <div className="stack mt-3">
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions">
        <Button busy={busy} onClick={() => void act(compare, '')}>
          {t('deskPayouts.compare')}
        </Button>
        <Button look="secondary" onClick={save}>
          {t('deskPayouts.csv')}
        </Button>
      </div>
    </div>
  );
}
