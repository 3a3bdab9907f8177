'use client';

import Link from 'next/link';
import { CONSENT_PURPOSES, CONSENT_TEXT_VERSION, type ConsentPurpose } from '@/domain/consent';
import { isDay } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { shortDayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import { Moment } from './moment';
import classes from './overview.module.css';

export type Consent = RouterOutputs['account']['consents']['consents'][number];

const WITHDRAWN_AT: Record<ConsentPurpose, string> = {
  data: '/account/details/delete',
  charging: sheetPath('cancel'),
};
const SENTENCES = { data: 'consent', charging: 'chargingConsent' } as const;

/** Lists the consents of the subscriber with their purpose, text and time. Explains how to withdraw them. */
export function Consents({ consents }: { consents: readonly Consent[] }) {
  const t = useI18n();
  const latest = CONSENT_PURPOSES.flatMap(
    (purpose) => consents.filter((consent) => consent.purpose === purpose).at(-1) ?? [],
  );
  if (latest.length === 0) return null;
  return (
    <section className={`card anywhere ${classes.whole}`} aria-labelledby="consents-title">
      <h2 id="consents-title" className="h2 mt-1">
        {t('details.consents.title')}
      </h2>
      <ul className={classes.ways}>
        {latest.map((consent) => (
          <Entry key={consent.purpose} consent={consent} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ consent: { purpose, textVersion, givenAt, withdrawnAt } }: { consent: Consent }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <li className={`${classes.way} stack-2 ${classes.consent}`}>
      <div className={`row ${classes.head}`}>
        <h3>{t(`details.consents.${purpose}.title`)}</h3>
        {withdrawnAt === null && (
          <Link href={localePath(locale, WITHDRAWN_AT[purpose])} className={`tap ${classes.change}`}>
            {t(`details.consents.${purpose}.action`)}
          </Link>
        )}
      </div>
      {withdrawnAt === null && textVersion === CONSENT_TEXT_VERSION && (
        <p>{t(`register.details.${SENTENCES[purpose]}`)}</p>
      )}
      <p className="muted small">{given()}</p>
      {withdrawnAt !== null && (
        <p>{t('details.consents.withdrawn', { moment: <Moment at={withdrawnAt} /> })}</p>
      )}
      <p className="muted small">
        {withdrawnAt !== null && purpose === 'charging'
          ? t('details.consents.charging.ended')
          : t(`details.consents.${purpose}.meaning`)}
      </p>
    </li>
  );

  function given() {
    const moment = <Moment at={givenAt} />;
    if (!isDay(textVersion)) return t('details.consents.givenEarlier', { moment });
    const day = <span className="keep">{shortDayText(textVersion, locale)}</span>;
    return t('details.consents.given', { moment, day });
  }
}
