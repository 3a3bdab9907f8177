import { ClosedBoxArt } from '@/components/art/box';
import { ButtonLink } from '@/components/button';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from './next-orders.module.css';

interface StoppedProps {
  locale: Locale;
  status: 'inactive' | 'cancelled' | 'awaiting_payment';
}

/** Shows why no box is planned, and a link to reactivate the subscription. Replaces the next box. */
export async function Stopped({ locale, status }: StoppedProps) {
  const t = await getI18n();
  const isWaiting = status === 'awaiting_payment';
  return (
    <section className={`surface ${classes.next} mt-4`} aria-labelledby="next-title">
      <div className={`picture ${classes.picture}`}>
        <ClosedBoxArt />
      </div>
      <h2 id="next-title" className={`${classes.top} ${classes.title}`}>
        {t(isWaiting ? 'account.next.waitingTitle' : 'account.next.noneTitle')}
      </h2>
      <div className={classes.rest}>
        <p>{t(`account.next.${status}Text`)}</p>
        {!isWaiting && (
          <div className="mt-3">
            <ButtonLink
              href={localePath(locale, '/account/subscription/reactivate')}
              // The notice above offers to pay first.
              look={status === 'inactive' ? 'secondary' : 'primary'}
            >
              {t('account.subscription.reactivate')}
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  );
}
