import { Phrases } from '@/components/values';
import type { Locale } from '@/domain/locale';
import classes from './numbered-steps.module.css';

interface NumberedStepsProps {
  locale: Locale;
  steps: readonly { art: React.ReactNode; title: string; text: string }[];
  heading: 'h2' | 'h3';
  /**
   * Whether pictures are beside the text on wide screens. Otherwise they are above the text, with three steps
   * in a row.
   */
  beside?: boolean;
}

/** Lists consecutive steps, each with a number and a picture. */
export function NumberedSteps({ locale, steps, heading: Heading, beside }: NumberedStepsProps) {
  return (
    <ol className={classes.steps} data-beside={beside || undefined}>
      {steps.map(({ art, title, text }, index) => (
        <li key={title} className={classes.step}>
          <div className={`picture ${classes.art}`}>{art}</div>
          <div>
            <Heading className={classes.title}>
              <span className={classes.number} aria-hidden>
                {index + 1}
              </span>
              <span>
                <Phrases text={title} locale={locale} />
              </span>
            </Heading>
            <p className={classes.text}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
