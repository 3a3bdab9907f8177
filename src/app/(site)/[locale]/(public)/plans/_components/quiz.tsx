import { ButtonAnchor } from '@/components/button-anchor';
import rhythm from '@/components/rhythm/rhythm.module.css';
import { Baht, Contents } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { PLAN_CODES } from '@/domain/plan';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import section from '../../_components/section.module.css';
import classes from './quiz.module.css';

interface QuizProps {
  locale: Locale;
  plans: RouterOutputs['catalogue']['plans'];
  products: RouterOutputs['catalogue']['products'];
}

/**
 * Proposes a recommended box after three taps. The style sheet shows the proposal of the selected answers, so
 * that it works without scripts and nothing is stored or sent. There is no form: Enter would submit it.
 */
export async function Quiz({ locale, plans, products }: QuizProps) {
  const t = await getI18n();
  const proposals = PLAN_CODES.flatMap((code) => plans.filter((plan) => plan.code === code));
  if (proposals.length < PLAN_CODES.length) return null;
  const amounts = {
    light: t('pages.quiz.light'),
    medium: t('pages.quiz.medium'),
    heavy: t('pages.quiz.heavy'),
  };
  const lengths = {
    light: t('pages.quiz.short'),
    medium: t('pages.quiz.usual'),
    heavy: t('pages.quiz.long'),
  };
  return (
    <section id="quiz" className={`wrap ${section.section} ${classes.quiz}`} aria-labelledby="quiz-title">
      <h2 id="quiz-title">{t('pages.quiz.title')}</h2>
      <p className={section.lead}>{t('pages.quiz.lead')}</p>
      <div className="pairs mt-5 columns-3">
        <Question name="days" legend={t('pages.quiz.days')} answers={amounts} />
        <Question name="nights" legend={t('pages.quiz.nights')} answers={amounts} />
        <Question name="length" legend={t('pages.quiz.length')} answers={lengths} />
      </div>
      <div role="status">
        {proposals.map((plan) => (
          <div key={plan.code} className={`card ${classes.proposal}`} data-plan={plan.code}>
            <p className="h2">{t('pages.quiz.result', { plan: plan.name[locale] })}</p>
            <p>
              <Contents items={plan.items} products={products} locale={locale} />
            </p>
            <p>
              <strong>
                <Baht satang={plan.boxPrice} locale={locale} />
              </strong>{' '}
              {t('pages.quiz.change')}
            </p>
            <ButtonAnchor href={`${localePath(locale, '/register')}?plan=${plan.code}`}>
              {t('site.plans.choose', { plan: plan.name[locale] })}
            </ButtonAnchor>
          </div>
        ))}
      </div>
    </section>
  );
}

interface QuestionProps {
  name: string;
  legend: string;
  answers: Readonly<Record<'light' | 'medium' | 'heavy', string>>;
}

function Question({ name, legend, answers }: QuestionProps) {
  return (
    <fieldset>
      <legend className={classes.legend}>{legend}</legend>
      <div className="actions mt-2">
        {Object.entries(answers).map(([value, text]) => (
          <label key={value} className={rhythm.segment}>
            <input type="radio" name={name} value={value} className="visually-hidden" autoComplete="off" />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
