import Link from 'next/link';
import { mayDo } from '@/domain/staff';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import { CodeForm } from './_components/code-form';
import { IncidentForm } from './_components/incident-form';
import { Switch } from './_components/switch';

export const generateMetadata = deskMetadata('desk.operation');

export default async function OperationPage({ params }: PageProps<'/[locale]/desk/operation'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'operation.read');
  const mayChange = mayDo(role, 'operation.change');
  const { operation } = await deskApi();
  const [t, state] = await Promise.all([getI18n(), operation.read()]);
  const { billingPausedSince, maintenance, incident, circuits, violatedInvariants } = state;
  return (
    <>
      <h1>{t('deskOperation.heading')}</h1>
      <section className="card mt-5">
        <h2>{t('deskOperation.billing')}</h2>
        <p className="lead">
          {billingPausedSince === null
            ? t('deskOperation.billingOn')
            : t('deskOperation.billingOff', { moment: momentText(billingPausedSince, locale) })}
        </p>
        {mayChange && <Switch name="billing" isOn={billingPausedSince === null} />}
      </section>
      <section className="card mt-5">
        <h2>{t('deskOperation.site')}</h2>
        <p className="lead">{t(maintenance ? 'deskOperation.siteClosed' : 'deskOperation.siteOpen')}</p>
        {mayChange && <Switch name="site" isOn={!maintenance} />}
      </section>
      <section className="card mt-5">
        <h2>{t('deskOperation.incident')}</h2>
        <p className="lead">{t(incident.on ? 'deskOperation.incidentOn' : 'deskOperation.incidentOff')}</p>
        {mayChange && <IncidentForm incident={incident} />}
      </section>
      <section className="card mt-5">
        <h2>{t('deskOperation.services')}</h2>
        <ul className={classes.rows}>
          {(['cardGateway', 'fulfilment'] as const).map((name) => (
            <li key={name}>
              {t(`deskOperation.${name}`)}:{' '}
              {t(
                (circuits[name]?.openedAt ?? null) === null ? 'deskOperation.answers' : 'deskOperation.away',
              )}
            </li>
          ))}
          <li>
            {t('deskOperation.checks')}:{' '}
            {violatedInvariants.length === 0
              ? t('deskOperation.checksFine')
              : t('deskToday.violated', { names: violatedInvariants.join(', ') })}
          </li>
        </ul>
      </section>
      <section className="card mt-5">
        <h2>{t('deskOperation.codes')}</h2>
        <p className="lead">{t('deskOperation.codesText')}</p>
        <Link href={localePath(locale, '/desk/subscribers?list=codes')} className="tap">
          {t('deskOperation.allCodes')}
        </Link>
        {mayChange && <CodeForm />}
      </section>
      <section className="card mt-5">
        <h2>{t('deskMessages.heading')}</h2>
        <p className="lead">{t('deskMessages.lead')}</p>
        <Link href={localePath(locale, '/desk/messages')} className="tap">
          {t('deskMessages.kinds')}
        </Link>
      </section>
    </>
  );
}
