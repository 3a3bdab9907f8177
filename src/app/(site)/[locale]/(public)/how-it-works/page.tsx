import { ClosedBoxArt, OpenBoxArt } from '@/components/art/box';
import { PackArt } from '@/components/art/pack';
import { CalendarArt, CardArt, DeviceArt, ParcelArt } from '@/components/art/scenes';
import { BOX_MAX_PACKS } from '@/domain/box';
import { BAHT_PER_POINT, FREE_PRODUCT_POINTS, MILESTONE_POINTS } from '@/domain/points';
import { getI18n, pageLocale } from '@/locales/server';
import { api } from '@/trpc/server';
import { Closing } from '../_components/closing';
import { NumberedSteps } from '../_components/numbered-steps';
import { PageHead } from '../_components/page-head';
import { publicMetadata } from '../_components/public-metadata';
import section from '../_components/section.module.css';
import { Example } from './_components/example';
import { HAND_OVER_MINUTES } from '@/domain/parcel';
import classes from './_components/until.module.css';

const FIRST_BOX = [
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
];

export const generateMetadata = publicMetadata('/how-it-works', 'pages.how');

/** Explains a subscription from the registration to the tenth box, with example dates. */
export default async function HowItWorksPage({ params }: PageProps<'/[locale]/how-it-works'>) {
  const locale = await pageLocale(params);
  const { catalogue } = await api();
  const [t, { today }] = await Promise.all([getI18n(), catalogue.today()]);
  const points = { baht: BAHT_PER_POINT, free: FREE_PRODUCT_POINTS, bonus: MILESTONE_POINTS };
  const steps = [
    {
      art: <OpenBoxArt items={FIRST_BOX} />,
      title: t('pages.how.box.title'),
      text: t('pages.how.box.text', { max: BOX_MAX_PACKS }),
    },
    { art: <CalendarArt />, title: t('pages.how.day.title'), text: t('pages.how.day.text') },
    { art: <CardArt />, title: t('pages.how.pay.title'), text: t('pages.how.pay.text') },
    { art: <ParcelArt />, title: t('pages.how.door.title'), text: t('pages.how.door.text') },
    { art: <DeviceArt form="phone" />, title: t('pages.how.remind.title'), text: t('pages.how.remind.text') },
    {
      art: <PackArt code="light-day-pads" />,
      title: t('pages.how.points.title'),
      text: t('pages.how.points.text', points),
    },
  ];
  return (
    <>
      <PageHead title={t('pages.how.heading')} lead={t('pages.how.lead')} art={<ClosedBoxArt />} />
      <div className={`wrap ${section.section}`}>
        <NumberedSteps locale={locale} steps={steps} heading="h2" beside />
      </div>
      <Example locale={locale} today={today} />
      <Until />
      <Closing locale={locale} />
    </>
  );
}

/** Lists the changes that a subscriber can make, and their deadlines. */
async function Until() {
  const t = await getI18n();
  const rows = [
    { what: t('pages.how.until.skip.what'), when: t('pages.how.until.skip.when') },
    { what: t('pages.how.until.box.what'), when: t('pages.how.until.box.when') },
    { what: t('pages.how.until.rhythm.what'), when: t('pages.how.until.rhythm.when') },
    { what: t('pages.how.until.method.what'), when: t('pages.how.until.method.when') },
    { what: t('pages.how.until.address.what'), when: t('pages.how.until.address.when', HAND_OVER_MINUTES) },
    { what: t('pages.how.until.cancel.what'), when: t('pages.how.until.cancel.when') },
  ];
  return (
    <section className={`wrap ${section.section}`} aria-labelledby="until">
      <h2 id="until">{t('pages.how.untilTitle')}</h2>
      <dl className={classes.rows}>
        {rows.map(({ what, when }) => (
          <div key={what} className={classes.row}>
            <dt>{what}</dt>
            <dd>{when}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
