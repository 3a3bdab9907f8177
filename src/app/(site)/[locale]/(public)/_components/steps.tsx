import { OpenBoxArt } from '@/components/art/box';
import { CalendarArt, ParcelArt } from '@/components/art/scenes';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { NumberedSteps } from './numbered-steps';
import { SectionMore } from './section-more';
import section from './section.module.css';

/** Explains the steps from the order to the delivered box. */
export async function Steps({ locale }: { locale: Locale }) {
  const t = await getI18n();
  const steps = [
    { art: <OpenBoxArt items={[]} />, title: t('site.how.one.title'), text: t('site.how.one.text') },
    { art: <CalendarArt />, title: t('site.how.two.title'), text: t('site.how.two.text') },
    { art: <ParcelArt />, title: t('site.how.three.title'), text: t('site.how.three.text') },
  ];
  return (
    <section id="how" className={`wrap ${section.section}`} aria-labelledby="how-title">
      <h2 id="how-title">{t('site.how.title')}</h2>
      <div className="mt-5">
        <NumberedSteps locale={locale} steps={steps} heading="h3" />
      </div>
      <SectionMore locale={locale} path="/how-it-works" text={t('pages.more.how')} />
    </section>
  );
}
