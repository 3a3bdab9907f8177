import { redirect } from 'next/navigation';
import { localePath } from '@/locales/paths';
import { pageLocale, getI18n } from '@/locales/server';
import { api, publicSettings } from '@/trpc/server';
import { withCode } from '@/components/registration/with-code';
import { Invited } from '../_components/invited';
import { isAwaited, isLinkOpen } from '../_components/link-open';
import { stepMetadata } from '../_components/metadata';
import { PaymentStep } from '../_components/payment-step';
import { AppMark } from '@/components/art/app-marks';
import { PaymentMark } from '@/components/art/payment-marks';
import type { LinkBank } from '@/domain/bank-account';
import type { Locale } from '@/domain/locale';
import { keepTogether } from '@/locales/keep-together';
import classes from './_components/assurances.module.css';

export const generateMetadata = stepMetadata('payment');

export default async function PaymentPage({ params, searchParams }: PageProps<'/[locale]/register/payment'>) {
  const locale = await pageLocale(params);
  const { by, code } = await searchParams;
  const { bankAccounts, catalogue, registration } = await api();
  const [current, settings, { today }] = await Promise.all([
    registration.current(),
    publicSettings(),
    catalogue.today(),
  ]);
  if (!current) redirect(localePath(locale, '/register/details?away=payment'));
  if (current.step === 'delivery') redirect(localePath(locale, withCode('/register/delivery', code)));
  if (current.step === 'done') redirect(localePath(locale, '/account'));
  if (current.transferAwaitedUntil) redirect(localePath(locale, '/register/confirmation'));
  // While a payment is pending, the page must not offer another payment. An open payment link is an
  // exception, because a card may replace it.
  const isInstead = (by === 'card' || by === 'bank_account') && isLinkOpen(current);
  if (isAwaited(current) && !isInstead) redirect(localePath(locale, '/register/confirmation'));
  const own = await bankAccounts.mine();
  // An account that was linked to pay this order is offered first.
  const hasAccount = own.banks.length > 0 || own.linked !== null;
  const isByAccount =
    (by === 'bank_account' && hasAccount) || (by === undefined && (own.linked ?? own.pending) !== null);
  return (
    <>
      <Invited code={code} attached={current.code} today={today} />
      <PaymentStep
        registration={current}
        isOfflineAllowed={settings.offlineRegistration}
        bankAccounts={own}
        firstMethod={by === 'offline' ? 'offline' : isByAccount ? 'bank_account' : 'card'}
        marks={{
          card: <Marks of={settings.cardBrands} />,
          bank_account: <BankMarks of={own.banks} />,
          offline: <Marks of={['promptpay']} />,
        }}
        assurances={<Assurances locale={locale} />}
        gateway={{ scriptUrl: settings.omiseJsUrl, publicKey: settings.omisePublicKey }}
      />
    </>
  );
}

/** Shows the marks of ways to pay: card brands or PromptPay. Renders nothing without any. */
function Marks({ of }: { of: readonly React.ComponentProps<typeof PaymentMark>['of'][] }) {
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
function BankMarks({ of }: { of: readonly LinkBank[] }) {
  return (
    <span className={`${classes.marks} ${classes.banks}`}>
      {of.map((bank) => (
        <AppMark key={bank} of={bank} />
      ))}
    </span>
  );
}

/** Shows beside the total what follows the payment, who sells, and how to return a box. */
async function Assurances({ locale }: { locale: Locale }) {
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
