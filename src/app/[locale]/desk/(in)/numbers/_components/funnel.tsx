import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { Chart } from './chart';
import { FigureCell } from './figure-cell';
import classes from './numbers.module.css';
import { shareText } from './share-text';
import type { Shown } from './types';
import { WideTable } from './wide-table';

/** How many sign-ups of the chosen month reached each step, by language. */
export async function Funnel({ numbers, locale }: Shown) {
  const t = await getI18n();
  const { funnel, month } = numbers;
  const total = funnel[0]?.all ?? 0;
  const of = (language: Locale) => funnel[0]?.byLocale.find((one) => one.locale === language)?.count ?? null;
  const begun = { all: total, en: of('en'), th: of('th') };
  return (
    <section className="card mt-5">
      <h2>{t('deskNumbers.funnel')}</h2>
      <p className="lead">{t('deskNumbers.funnelText')}</p>
      {total === 0 ? (
        <p className="muted small mt-3">{t('deskNumbers.noFunnel')}</p>
      ) : (
        <div className={`stack-4 mt-3 ${classes.beside}`} data-split>
          <Chart
            locale={locale}
            title={t('deskNumbers.funnel')}
            kind="bars"
            unit="count"
            series={[{ name: t('deskNumbers.figure.registered'), color: 'var(--sky)' }]}
            points={funnel.map(({ step, all }) => ({ label: t(`deskNumbers.steps.${step}`), values: [all] }))}
          />
          <WideTable caption={t('deskNumbers.funnel')}>
            <thead>
              <tr>
                <th scope="col">{t('deskNumbers.step')}</th>
                {(['all', 'en', 'th'] as const).map((language) => (
                  <th key={language} scope="col">
                    {t(`deskNumbers.languages.${language}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {funnel.map(({ step, all, byLocale }) => (
                <tr key={step}>
                  <th scope="row" data-wrap>
                    {t(`deskNumbers.steps.${step}`)}
                  </th>
                  {[{ locale: 'all' as const, count: all }, ...byLocale].map(
                    ({ locale: language, count }) => (
                      <FigureCell
                        key={language}
                        locale={locale}
                        month={month}
                        list="registered"
                        part={`${language}:${step}`}
                        count={count}
                        label={`${t(`deskNumbers.steps.${step}`)}, ${t(`deskNumbers.languages.${language}`)}`}
                        text={(reached) => shareText(t, locale, reached, begun[language])}
                      />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </WideTable>
        </div>
      )}
    </section>
  );
}
