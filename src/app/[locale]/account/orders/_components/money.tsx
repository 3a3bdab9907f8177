import Link from 'next/link';
import { Baht } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { declineKey } from '@/locales/decline-key';
import type { RouterOutputs } from '@/trpc/outputs';
import { DocumentLinks } from '../../_components/document-links';
import { Fact, Facts } from '../../_components/fact';
import { isPaidBack } from '../../_components/order-tags';
import { Receipt } from '../../_components/receipt';

type View = RouterOutputs['orders']['show'];
type Product = RouterOutputs['catalogue']['products'][number];

interface MoneyProps {
  view: View;
  products: readonly Product[];
  locale: Locale;
}

/** Shows the amounts of an order, its payment, documents and refunds. */
export async function OrderMoney({ view: { order, returned, transferId }, products, locale }: MoneyProps) {
  const t = await getI18n();
  const { payment, refunded, total } = order;
  return (
    <>
      <Receipt order={order} products={products} locale={locale} />
      {payment?.reason && <p className="problem mt-2">{t(declineKey(payment.reason))}</p>}
      {payment?.status === 'success' && !isPaidBack(order) && (
        <div className="mt-3">
          <Facts>
            <Fact term={t('order.points')}>{t('common.points', { count: order.points })}</Fact>
          </Facts>
        </div>
      )}
      {refunded > 0 && (
        <p className="muted mt-3">
          {t('order.refundedOf', {
            refunded: <Baht satang={refunded} locale={locale} />,
            total: <Baht satang={total} locale={locale} />,
          })}
        </p>
      )}
      {returned > 0 && (
        <p className="muted mt-3">
          {t('order.returned', { returned: <Baht satang={returned} locale={locale} /> })}
        </p>
      )}
      {transferId && (
        <p className="mt-3">
          <Link href={localePath(locale, `/account/refund/${transferId}`)} className="tap">
            {t('refundAccount.tell')}
          </Link>
        </p>
      )}
      <DocumentLinks order={order} locale={locale} />
    </>
  );
}
