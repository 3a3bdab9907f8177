import { Fragment } from 'react';
import type { Locale } from '@/domain/locale';
import { shortDayText } from '@/locales/format';
import { keepTogether } from '@/locales/keep-together';
import { fillIn, LEGAL_VERSION, type LegalText } from '@/locales/legal/shape';
import { getI18n } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import { PageHead } from './page-head';
import classes from './legal-page.module.css';

interface LegalPageProps {
  locale: Locale;
  text: LegalText;
  values: Readonly<Record<string, string | number>>;
  /** The link that replaces every `{contact}` in the text. */
  contact: React.ReactNode;
}

/** Shows a legal text with its version, a table of contents, and a URL fragment for each section. */
export async function LegalPage({ locale, text, values, contact }: LegalPageProps) {
  const [t, { seller }] = await Promise.all([getI18n(), publicSettings()]);
  const registration = seller.registration && t('seller.registration', { number: seller.registration });
  const known = { ...values, seller: [seller.name, registration, seller.address].filter(Boolean).join(', ') };
  const say = (sentence: string) =>
    keepTogether(fillIn(sentence, known))
      .split('{contact}')
      .map((part, index) => (
        <Fragment key={part}>
          {index > 0 && contact}
          {part}
        </Fragment>
      ));
  return (
    <article>
      <PageHead title={keepTogether(text.title)} lead={keepTogether(text.lead)}>
        <p className="muted small mt-3">
          {t('pages.legal.version', {
            day: <time dateTime={LEGAL_VERSION}>{shortDayText(LEGAL_VERSION, locale)}</time>,
          })}
        </p>
      </PageHead>
      <div className={`wrap ${classes.columns}`}>
        <nav className={classes.contents} aria-labelledby="contents">
          <h2 id="contents" className="strong">
            {t('pages.legal.contents')}
          </h2>
          <ol>
            {text.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="tap">
                  {keepTogether(title)}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={classes.text}>
          {text.sections.map(({ id, title, parts }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{keepTogether(title)}</h2>
              {parts.map((part) =>
                typeof part === 'string' ? (
                  <p key={part}>{say(part)}</p>
                ) : (
                  <ul key={part[0]}>
                    {part.map((item) => (
                      <li key={item}>{say(item)}</li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
