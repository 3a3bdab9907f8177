import { Phrases } from '@/components/values';
import type { Locale } from '@/domain/locale';
import section from '../../_components/section.module.css';
import classes from './way-steps.module.css';

interface WayStep {
  art: React.ReactNode;
  title: string;
  text: string;
}

/** The steps one below the other, each with its picture, joined by a line. */
export function WaySteps({ locale, steps }: { locale: Locale; steps: readonly WayStep[] }) {
  return (
    <div className={section.section}>
      <ol className={classes.steps}>
        {steps.map(({ art, title, text }, index) => (
          <li key={title} className={classes.step}>
            <div className={classes.art}>{art}</div>
            <div className={classes.words}>
              <h2 className={classes.title}>
                <span className={classes.number} aria-hidden>
                  {index + 1}
                </span>
                <span>
                  <Phrases text={title} locale={locale} />
                </span>
              </h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
