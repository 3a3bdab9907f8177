import { appName } from '@/components/art/app-marks';
import { accountText } from '@/components/payments/means-name';
import type { Locale } from '@/domain/locale';
import { isBankCode } from '@/domain/bank';
import { dayOf } from '@/domain/day';
import { bahtText, dayText, momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { Translate } from '@/locales/typed';
import { AskedPicture } from '../../../_components/asked-picture';
import own from './order-cards.module.css';
import type { Previous } from './types';

type Card = Previous['orders'][number];

/** Every try to charge an order in words, the next one, and the refunds. */
export async function OrderPayments({ order, locale }: { order: Card; locale: Locale }) {
  const t = await getI18n();
  const { tries, transferredAt, nextTryAt, lastTryAt, refunds } = order;
  const lines = [
    ...(await Promise.all(tries.map((one) => tryText(one, locale)))),
    transferredAt && t('deskOrders.transferred', { date: dayText(dayOf(new Date(transferredAt)), locale) }),
    nextTryAt && t('deskOrders.next', { moment: momentText(nextTryAt, locale) }),
    nextTryAt && lastTryAt && t('deskOrders.last', { moment: momentText(lastTryAt, locale) }),
    ...refunds.map(({ amount, status, at }) =>
      t(`deskOrders.refund.${status}`, {
        amount: bahtText(amount, locale),
        moment: momentText(at, locale),
      }),
    ),
  ].filter((line) => typeof line === 'string');
  return (
    <>
      <p className={own.cap}>{t('deskOrders.payment')}</p>
      {lines.length === 0 && <p className="muted">{t('deskOrders.noPayment')}</p>}
      <ul className={own.tries}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {order.slips.map((slip) => {
        const text = t('deskOrders.slip', {
          bank: isBankCode(slip.bank) ? t(`banks.${slip.bank}`) : slip.bank,
          number: slip.ref,
          moment: momentText(slip.at, locale),
          state: t(`deskOrders.slipState.${slip.state}`),
        });
        return (
          <div key={slip.slipId} className={own.slip}>
            <p className="anywhere">{text}</p>
            {slip.hasPicture && (
              <AskedPicture of={{ slipId: slip.slipId }} label={t('deskSubscribers.showSlip')} alt={text} />
            )}
          </div>
        );
      })}
    </>
  );
}

function wayOf(t: Translate, { card, account, app }: Card['tries'][number]): string {
  if (card) return t('deskRefund.ways.card', { brand: card.brand, digits: card.lastDigits });
  if (account) return accountText(t, account);
  return app ? appName(app) : t('deskRefund.ways.promptpay');
}

async function tryText(one: Card['tries'][number], locale: Locale): Promise<string> {
  const t = await getI18n();
  const { at, status, reason } = one;
  const way = wayOf(t, one);
  const facts = { moment: momentText(at, locale), way };
  const said = t(`deskOrders.try.${status}`, facts);
  return reason && (status === 'declined' || status === 'not_sent')
    ? `${said} ${t(`declines.${reason}`)}`
    : said;
}
