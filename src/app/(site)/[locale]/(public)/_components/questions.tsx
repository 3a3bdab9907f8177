import { BAHT_PER_POINT, FREE_PRODUCT_POINTS, MILESTONE_POINTS } from '@/domain/points';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { Disclosures } from './disclosures';
import { SectionMore } from './section-more';
import section from './section.module.css';

interface QuestionsProps {
  locale: Locale;
  near: string;
  far: string;
  /** The names of the plans with free delivery. Null if there is no such plan. */
  plans: string | null;
}

/** Answers frequent questions of new customers. */
export async function Questions({ locale, near, far, plans }: QuestionsProps) {
  const t = await getI18n();
  const questions = [
    { q: t('site.questions.charged.q'), a: t('site.questions.charged.a') },
    { q: t('site.questions.skip.q'), a: t('site.questions.skip.a') },
    {
      q: t('site.questions.delivery.q'),
      a:
        plans === null
          ? t('site.questions.delivery.paid', { near, far })
          : t('site.questions.delivery.a', { near, far, plans }),
    },
    { q: t('site.questions.arrive.q'), a: t('site.questions.arrive.a') },
    { q: t('site.questions.change.q'), a: t('site.questions.change.a') },
    {
      q: t('site.questions.points.q'),
      a: t('site.questions.points.a', {
        baht: BAHT_PER_POINT,
        free: FREE_PRODUCT_POINTS,
        bonus: MILESTONE_POINTS,
      }),
    },
    { q: t('site.questions.cancel.q'), a: t('site.questions.cancel.a') },
  ];
  return (
    <section id="questions" className={`wrap ${section.section}`} aria-labelledby="questions-title">
      <h2 id="questions-title">{t('site.questions.title')}</h2>
      <Disclosures items={questions} heading="h3" />
      <SectionMore locale={locale} path="/faq" text={t('pages.more.questions')} />
    </section>
  );
}
