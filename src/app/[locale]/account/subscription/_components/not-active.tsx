import { ClosedBoxArt } from '@/components/art/box';
import { ButtonLink } from '@/components/button';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from './not-active.module.css';

/** Links to the reactivation. Replaces a change form if the subscription is not active. */
export async function NotActive({ locale }: { locale: Locale }) {
  const t = await getI18n();
  return (
    <section className={`card stack ${classes.card}`}>
      <ClosedBoxArt className={classes.picture} />
      <h2 className="h2">{t('subscription.notActive.title')}</h2>
      <p>{t('subscription.notActive.text')}</p>
      <ButtonLink href={localePath(locale, '/account/subscription/reactivate')} wide>
        {t('subscription.hub.reactivate')}
      </ButtonLink>
    </section>
  );
}
