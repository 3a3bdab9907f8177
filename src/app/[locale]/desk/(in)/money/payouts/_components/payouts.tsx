import type { Locale } from '@/domain/locale';
import { bahtText, dayText, momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import { WideTable } from '../../../numbers/_components/wide-table';

type Month = DeskOutputs['payouts']['month'];

const COLUMNS = ['payout', 'gross', 'fees', 'vat', 'refunds', 'transferFee', 'net', 'bank', 'state'] as const;
const TONES = { onTheWay: 'info', arrived: 'good', failed: 'bad', differs: 'bad' } as const;

/** The transfers of the gateway that were sent in a month. */
export async function Payouts({
  payouts,
  differences,
  locale,
}: Pick<Month, 'payouts' | 'differences'> & { locale: Locale }) {
  const t = await getI18n();
  if (payouts.length === 0) return <p className="empty mt-3">{t('deskPayouts.none')}</p>;
  const minus = (satang: number) => (satang === 0 ? '–' : bahtText(-satang, locale));
  return (
    <WideTable caption={t('deskPayouts.heading')}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`deskPayouts.columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {payouts.map((payout) => {
          const open = differences.filter((one) => one.payout === payout.id && one.accepted === null);
          const off = open.reduce((sum, { actual, expected }) => sum + Math.abs(actual - expected), 0);
          const state = open.length > 0 ? 'differs' : payout.state;
          return (
            <tr key={payout.id}>
              <th scope="row">
                {momentText(payout.sentAt, locale)}
                <br />
                <span className="muted small">
                  {t('deskPayouts.contents', { payments: payout.payments, returned: payout.returned })}
                  {payout.transfers.length > 1 &&
                    ` · ${t('deskPayouts.parts', { count: payout.transfers.length })}`}
                </span>
              </th>
              <td>{bahtText(payout.gross, locale)}</td>
              <td>{minus(payout.fees)}</td>
              <td>{minus(payout.vat)}</td>
              <td>{minus(payout.refunds)}</td>
              <td>{minus(payout.transferFee)}</td>
              <td>{bahtText(payout.net, locale)}</td>
              <td>
                {payout.arrivedOn === null ? '–' : dayText(payout.arrivedOn, locale)}
                {payout.text !== null && (
                  <>
                    <br />
                    <span className="muted small">{payout.text}</span>
                  </>
                )}
              </td>
              <td>
                <span className={`tag ${TONES[state]}`}>
                  {t(`deskPayouts.state.${state}`, { amount: bahtText(off, locale) })}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </WideTable>
  );
}
