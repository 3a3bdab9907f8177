'use client';

import { ParcelArt } from '@/components/art/scenes';
import { Amounts, Lines } from '@/components/box/amounts';
import { ButtonAnchor } from '@/components/button-anchor';
import { LeafList } from '@/components/leaf-list';
import { ExternalMark } from '@/components/external-mark';
import { lineAddress } from '@/domain/line';
import { OrderNumber } from '@/components/order-number';
import { OutcomeScreen } from '@/components/outcome-screen';
import { Baht, DayText } from '@/components/values';
import { addDays, dayOf } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import { canChangeBoxUntil, canSkipUntil } from '@/domain/order';
import { useI18n, useLocale } from '@/locales/client';
import { addressText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { politeName } from '@/locales/polite-name';
import classes from './confirmation.module.css';
import { useFlow, type Registration } from './flow';

interface PaidProps {
  registration: Registration;
  /** The id or URL of ira's LINE official account. Null if it is not configured. */
  official: string | null;
  /** Whether LINE is not connected yet. */
  asksForLine: boolean;
}

/** Shows the paid first order: arrival, contents, address, receipt, and what follows. */
export function Paid({ registration, official, asksForLine }: PaidProps) {
  const t = useI18n();
  const locale = useLocale();
  const { details, emailVerified, totals, dates, payment } = registration;
  const [paidOn, next] = dates;
  return (
    <OutcomeScreen
      picture={<ParcelArt title={t('register.confirmation.packed')} />}
      heading={t('register.confirmation.paidHeading')}
      tone="good"
    >
      <p>
        {t('register.confirmation.paidLead', {
          name: politeName(details.firstName, locale),
          amount: <Baht satang={totals.total} locale={locale} />,
        })}
      </p>
      <div className="card">
        <p className="h2">
          {t('register.confirmation.arrives', {
            date: <DayText day={addDays(paidOn, RECEIVE_BY_DAYS)} locale={locale} />,
          })}
        </p>
        <p>{t('register.confirmation.arrivesHint')}</p>
      </div>
      <Order registration={registration} />
      <h2 className="h2 mt-2">{t('register.confirmation.next')}</h2>
      <div className={classes.next}>
        <LeafList>
          {payment?.method === 'offline' && (
            <li>
              {t('register.confirmation.paidSchedule', { date: <DayText day={paidOn} locale={locale} /> })}
            </li>
          )}
          <li>
            {t('register.confirmation.nextPayment', { date: <DayText day={next} locale={locale} /> })}{' '}
            {t('register.confirmation.nextSkip', {
              skip: <DayText day={canSkipUntil(next)} locale={locale} />,
              box: <DayText day={addDays(dayOf(canChangeBoxUntil(next)), -1)} locale={locale} />,
            })}
          </li>
          <li>{t('register.confirmation.nextReminder')}</li>
          {asksForLine && (
            <li>
              <a className="tap" href={localePath(locale, '/account/details/line')}>
                {t('register.confirmation.line')}
              </a>
            </li>
          )}
          {!emailVerified && (
            <li>
              {t('register.confirmation.verify', { email: <strong>{details.email}</strong> })}{' '}
              <a className="tap" href={localePath(locale, '/verify-email')}>
                {t('register.confirmation.verifyAgain')}
              </a>
            </li>
          )}
        </LeafList>
      </div>
      <ButtonAnchor href={localePath(locale, '/account')} wide>
        {t('register.confirmation.toAccount')}
      </ButtonAnchor>
      {official && (
        <ButtonAnchor href={lineAddress(official)} look="secondary" wide>
          {t('register.confirmation.addLine')}
          <ExternalMark label={t('common.leaves')} />
        </ButtonAnchor>
      )}
    </OutcomeScreen>
  );
}

/** Shows contents, amounts and address of the order, and the link to its receipt. */
function Order({ registration }: Pick<PaidProps, 'registration'>) {
  const { plan, totals, code, details, delivery, dates, payment } = registration;
  const t = useI18n();
  const locale = useLocale();
  const { products } = useFlow();
  return (
    <section aria-labelledby="order-title" className={`surface ${classes.order}`}>
      <h2 id="order-title" className="h2 mt-2">
        {t('register.summary.title')} {payment && <OrderNumber of={payment} />}
      </h2>
      <Lines items={plan.items} products={products} />
      <Amounts totals={totals} code={code} />
      <h3 className="strong mt-3">{t('register.payment.to')}</h3>
      <p>
        {details.firstName} {details.lastName}
      </p>
      <p className="muted small">{delivery && addressText(delivery)}</p>
      {payment && (
        <a href={`/api/orders/${payment.orderId}/receipt.pdf`} className={classes.receipt}>
          {t('register.confirmation.receipt', { date: <DayText day={dates[0]} locale={locale} /> })}
        </a>
      )}
    </section>
  );
}
