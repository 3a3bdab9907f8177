import { ClosedBoxArt } from '@/components/art/box';
import { ButtonAnchor } from '@/components/button-anchor';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from './home.module.css';

export async function Closing({ locale }: { locale: Locale }) {
  const t = await getI18n();
  return (
    <section className={`stack ${classes.closing}`}>
      <ClosedBoxArt className={classes.box} />
      <h2 className="h1">{t('site.closing.title')}</h2>
      <p>{t('site.closing.text')}</p>
      <ButtonAnchor href={localePath(locale, '/register')}>{t('common.start')}</ButtonAnchor>
    </section>
  );
}
