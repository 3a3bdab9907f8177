'use client';

import Link from 'next/link';
import { Amounts, Lines } from '@/components/box/amounts';
import { useI18n, useLocale } from '@/locales/client';
import { addressText, contentsText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { CodeField } from './code-field';
import { useFlow, type Registration } from './flow';
import classes from './payment-step.module.css';
import { Dates } from './summary';

interface ReviewProps {
  registration: Registration;
  isFixed: boolean;
  reload: () => Promise<void>;
  children: React.ReactNode;
}

/** Shows what is ordered, where it goes and when it is paid, with links that change it. */
export function Review({ registration, isFixed, reload, children }: ReviewProps) {
  const t = useI18n();
  const locale = useLocale();
  const { products } = useFlow();
  const { plan, totals, dates, delivery, details, code } = registration;
  const rhythm = t('register.rhythm', {
    every: t(`common.perMonths${plan.frequency as 1}`),
    day: plan.paymentDay,
  });
  return (
    <div className="surface">
      <section className={`${classes.part} ${classes.onPhone}`}>
        <PartHead title={t('register.payment.box')} href={isFixed ? null : localePath(locale, '/register')} />
        <p className="muted small">{contentsText(plan.items, products, locale)}</p>
        <Folded>
          <Lines items={plan.items} products={products} />
          <Amounts totals={totals} code={code} />
        </Folded>
      </section>
      <section className={classes.part}>
        <PartHead
          title={t('register.payment.to')}
          href={isFixed ? null : localePath(locale, '/register/delivery')}
        />
        <p>
          {details.firstName} {details.lastName}
        </p>
        <p className="muted small">{delivery && addressText(delivery)}</p>
      </section>
      <section className={classes.part}>
        <PartHead
          title={t('register.payment.schedule')}
          href={isFixed ? null : localePath(locale, '/register#rhythm')}
        />
        <p className="muted small">{rhythm}</p>
        <div className={classes.onPhone}>
          <Folded>
            <Dates dates={dates} totals={totals} />
          </Folded>
        </div>
      </section>
      {!isFixed && (
        <section className={classes.part}>
          <CodeField code={code} onChanged={reload} />
        </section>
      )}
      <section className={classes.part}>{children}</section>
    </div>
  );
}

function Folded({ children }: { children: React.ReactNode }) {
  const t = useI18n();
  return (
    <details>
      <summary className="tap small">{t('register.payment.more')}</summary>
      {children}
    </details>
  );
}

function PartHead({ title, href }: { title: string; href: string | null }) {
  const t = useI18n();
  return (
    <div className={classes.head}>
      <h2 className="h3">{title}</h2>
      {href && (
        <Link href={href} className="tap" aria-label={t('common.changeOf', { name: title })}>
          {t('common.change')}
        </Link>
      )}
    </div>
  );
}
