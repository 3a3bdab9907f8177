import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { STEP_NUMBERS, STEP_PATHS, type Step } from './steps';

/** Returns the `generateMetadata` of a step, with its title, for example 'Step 2 of 4: Your details'. */
export const stepMetadata =
  (step: Step) =>
  async ({ params }: { params: Promise<{ locale: string }> }): Promise<Metadata> => {
    const locale = await pageLocale(params);
    const t = await getI18n();
    const title = t('register.pageTitle', { step: STEP_NUMBERS[step], name: t(`register.steps.${step}`) });
    return pageMetadata({ locale, path: STEP_PATHS[step], title, personal: true });
  };
