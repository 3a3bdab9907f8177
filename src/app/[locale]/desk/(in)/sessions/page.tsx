import type { Metadata } from 'next';
import type { Device } from '@/schemas/device';
import { momentText } from '@/locales/format';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import { EndOthers, EndSession } from './_components/end-sessions';

type Props = PageProps<'/[locale]/desk/sessions'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  deskMetadata(params, 'desk.sessions.title');

/** The member's own sessions, with buttons that end them. */
export default async function SessionsPage({ params }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale);
  const { entry } = await deskApi();
  const [t, sessions] = await Promise.all([getI18n(), entry.sessions()]);
  const moment = (at: Date) => momentText(at.toISOString(), locale);
  const nameOf = ({ form, browser, system }: Device) => {
    if (browser !== null && system !== null) return t('details.sessions.onSystem', { browser, system });
    return browser ?? system ?? t(`details.sessions.${form === 'program' ? 'program' : 'unknown'}`);
  };
  return (
    <>
      <h1>{t('desk.sessions.title')}</h1>
      <p className="lead">{t('desk.sessions.lead')}</p>
      <section className="card mt-5">
        <ul className={classes.rows}>
          {sessions.map(({ sessionId, device, method, createdAt, seenAt, isCurrent }) => (
            <li key={sessionId} className={classes.row} data-split>
              <div>
                <p className={classes.strong}>
                  {nameOf(device)}{' '}
                  {isCurrent && <span className="muted anywhere small">({t('desk.sessions.here')})</span>}
                </p>
                <p className="muted anywhere small">
                  {t(`desk.sessions.methods.${method}`, { moment: moment(createdAt) })} ·{' '}
                  {t('desk.sessions.active', { moment: moment(seenAt) })}
                </p>
              </div>
              {!isCurrent && <EndSession sessionId={sessionId} device={nameOf(device)} />}
            </li>
          ))}
        </ul>
        {sessions.length > 1 && <EndOthers />}
      </section>
    </>
  );
}
