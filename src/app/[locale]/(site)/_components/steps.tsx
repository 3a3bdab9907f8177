import { OpenBoxArt } from '@/components/art/box';
import { CalendarArt, ParcelArt } from '@/components/art/scenes';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { SectionMore } from './section-more';
import section from './section.module.css';
import classes from './steps.module.css';

/** From a click to a box at the door. */
export async function Steps({ locale }: { locale: Locale }) {
  const t = await getI18n();
  const steps = [
    {
      key: 'one',
      art: <OpenBoxArt items={[]} />,
      title: t('site.how.one.title'),
      text: t('site.how.one.text'),
    },
    { key: 'two', art: <CalendarArt />, title: t('site.how.two.title'), text: t('site.how.two.text') },
    { key: 'three', art: <ParcelArt />, title: t('site.how.three.title'), text: t('site.how.three.text') },
  ];
  return (
    <section id="how" className={section.section} aria-labelledby="how-title">
      <h2 id="how-title">{t('site.how.title')}</h2>
      <ol className={classes.steps}>
        {steps.map(({ key, art, title, text }, index) => (
          <li key={key} className={classes.step}>
            <div className={classes.art}>{art}</div>
            <div>
              <h3 className={classes.title}>
                <span className={classes.number} aria-hidden>
                  {index + 1}
                </span>
                {title}
              </h3>
              <p className={classes.text}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <SectionMore locale={locale} path="/how-it-works" text={t('pages.more.how')} />
    </section>
  );
}
