import type { Metadata } from 'next';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deliveryFees } from '../_components/delivery-fees';
import { Disclosures } from '../_components/disclosures';
import { JsonLd } from '../_components/json-ld';
import { PageHead } from '../_components/page-head';
import { publicMetadata } from '../_components/public-metadata';
import section from '../_components/section.module.css';
import { questionGroups } from './_components/question-groups';
import classes from './faq.module.css';

export async function generateMetadata({ params }: PageProps<'/[locale]/faq'>): Promise<Metadata> {
  const [locale, t] = await Promise.all([pageLocale(params), getI18n()]);
  return publicMetadata({ locale, path: '/faq', title: t('faq.title'), description: t('faq.description') });
}

/** Answers questions about the subscription, in the order in which they usually arise. */
export default async function FaqPage({ params }: PageProps<'/[locale]/faq'>) {
  const locale = await pageLocale(params);
  const [t, fees] = await Promise.all([getI18n(), deliveryFees(locale)]);
  const groups = questionGroups(t, locale, fees);
  const machine = groups.flatMap(({ items }) => items.map(({ q, plain }) => ({ q, a: plain })));
  return (
    <>
      <JsonLd
        data={{
          '@type': 'FAQPage',
          inLanguage: locale,
          mainEntity: machine.map(({ q, a }) => ({
            '@type': 'Question',
            name: q,
            acceptedAnswer: { '@type': 'Answer', text: a },
          })),
        }}
      />
      <PageHead title={t('faq.heading')} lead={t('faq.lead')} />
      {groups.map(({ id, title, items }) => (
        <section key={id} className={`wrap ${section.section} ${classes.group}`} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <Disclosures items={items} heading="h3" />
        </section>
      ))}
      <section className={`wrap ${section.section} ${classes.still}`} aria-labelledby="still">
        <h2 id="still">{t('faq.still')}</h2>
        <p>
          {t('faq.stillText', { form: <a href={localePath(locale, '/contact')}>{t('contact.fromFaq')}</a> })}
        </p>
      </section>
    </>
  );
}
