import type { Locale } from '@/domain/locale';
import { momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { Device } from '@/schemas/device';
import type { DeskOutputs } from '@/trpc/desk';
import { EndSession } from '../sessions/_components/end-sessions';
import classes from './desk.module.css';

interface SessionRowsProps {
  sessions: DeskOutputs['entry']['sessions'];
  /** Whose sessions they are: those of the member, or of a colleague. */
  whose: 'own' | 'colleague';
  locale: Locale;
}

/** The devices on which a member is logged in, with buttons that log them out. */
export async function SessionRows({ sessions, whose, locale }: SessionRowsProps) {
  const t = await getI18n();
  const moment = (at: Date) => momentText(at.toISOString(), locale);
  const nameOf = ({ form, browser, system }: Device) => {
    if (browser !== null && system !== null) return t('details.sessions.onSystem', { browser, system });
    return browser ?? system ?? t(`details.sessions.${form === 'program' ? 'program' : 'unknown'}`);
  };
  return (
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
          {!isCurrent && <EndSession sessionId={sessionId} whose={whose} device={nameOf(device)} />}
        </li>
      ))}
    </ul>
  );
}
