import { AppMark } from '@/components/art/app-marks';
import { PaymentMark } from '@/components/art/payment-marks';
import type { LinkBank } from '@/domain/bank-account';
import type { Locale } from '@/domain/locale';
import { keepTogether } from '@/locales/keep-together';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import classes from './assurances.module.css';

/** Shows the marks of ways to pay: card brands or PromptPay. Renders nothing without any. */
export function Marks({ of }: { of: readonly React.ComponentProps<typeof PaymentMark>['of'][] }) {
  if (of.length === 0) return null;
  return (
    <span className={classes.marks}>
      {of.map((mark) => (
        <PaymentMark key={mark} of={mark} />
      ))}
    </span>
  );
}

/** Shows the marks of the banks whose accounts can be linked. */
export function BankMarks({ of }: { of: readonly LinkBank[] }) {
  return (
    <span className={`${classes.marks} ${classes.banks}`}>
      {of.map((bank) => (
        <AppMark key={bank} of={bank} />
      ))}
    </span>
  );
}

/** Shows beside the total what follows the payment, who sells, and how to return a box. */
export async function Assurances({ locale }: { locale: Locale }) {
  const [t, { seller, sellerFacts }] = await Promise.all([getI18n(), publicSettings()]);
  const guarantee = sellerFacts.find(({ kind }) => kind === 'guarantee');
  const registration = seller.registration && t('seller.registration', { number: seller.registration });
  return (
    <>
      <h2 className="h3">{t('seller.next')}</h2>
      <ol className="numbered mt-1">
        <li>{t('seller.receipt')}</li>
        <li>{t('seller.arrives')}</li>
        <li>{t('seller.remind')}</li>
      </ol>
      <dl className={`stack small mt-3 ${classes.facts}`}>
        {guarantee && (
          <div>
            <dt>{t('seller.facts.guarantee')}</dt>
            <dd>{keepTogether(guarantee.text[locale])}</dd>
          </div>
        )}
        <div>
          <dt>{t('seller.returns')}</dt>
          <dd>
            {t('seller.returnsText')}{' '}
            <a href={`${localePath(locale, '/terms')}#returns`} target="_blank">
              {t('seller.returnsMore')}
            </a>
          </dd>
        </div>
        <div>
          <dt>{t('seller.title')}</dt>
          <dd>
            {[seller.name, registration, seller.address].filter(Boolean).join(', ')}
            <br />
            {t('seller.gateway')}
          </dd>
        </div>
      </dl>
    </>
  );
}
