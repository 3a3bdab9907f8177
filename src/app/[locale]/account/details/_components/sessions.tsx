'use client';

import { useRef, useState } from 'react';
import { DeviceArt, SprigArt } from '@/components/art/scenes';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { Activity, type ActivityEntry } from './activity';
import { useDeviceName } from './device-name';
import { FormPage } from './form-page';
import { Moment } from './moment';
import classes from './sessions.module.css';
import { useReadAgain } from '@/components/connection/connection';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

interface SessionsProps {
  initial: readonly Session[];
  activity: readonly ActivityEntry[];
}

/** Lists all sessions, with buttons to end them. */
export function Sessions({ initial, activity }: SessionsProps) {
  const t = useI18n();
  const list = useRef<HTMLUListElement>(null);
  const { sessions, ending, problem, end, endOthers } = useSessions(initial, () => list.current?.focus());
  const isAlone = sessions.every((session) => session.current);

  return (
    <FormPage heading={t('details.sessions.title')} lead={t('details.sessions.lead')}>
      <div className={`stack-5 ${classes.body}`}>
        {problem && <Notice tone="bad" urgent title={problem.message} />}
        <ul ref={list} tabIndex={-1} className="stack" aria-label={t('details.sessions.title')}>
          {sessions.map((session) => (
            <Place
              key={session.sessionId}
              session={session}
              busy={ending === session.sessionId}
              onEnd={() => void end(session.sessionId)}
            />
          ))}
        </ul>
        {isAlone ? (
          <div className={`stack-2 ${classes.alone}`}>
            <SprigArt className={classes.art} />
            <h2>{t('details.sessions.alone')}</h2>
            <p>{t('details.sessions.aloneText')}</p>
          </div>
        ) : (
          <div className="stack-2">
            <Button look="secondary" wide busy={ending === 'others'} onClick={() => void endOthers()}>
              {ending === 'others' ? t('details.sessions.endingOthers') : t('details.sessions.endOthers')}
            </Button>
            <p className="muted small">{t('details.sessions.endOthersText')}</p>
          </div>
        )}
        <Activity entries={activity} />
      </div>
    </FormPage>
  );
}

interface PlaceProps {
  session: Session;
  busy: boolean;
  onEnd: () => void;
}

function Place({ session, busy, onEnd }: PlaceProps) {
  const t = useI18n();
  const kind = useKind(session);
  const device = useDeviceName()(session);
  return (
    <li className={`card ${classes.place}`} data-current={session.current || undefined}>
      <DeviceArt form={session.form} className={classes.device} />
      <div className={classes.what}>
        <h2 className={classes.title}>
          {session.current ? kind : device}{' '}
          {session.current && <span className="tag good">{t('details.sessions.now')}</span>}
        </h2>
        {session.current && device !== kind && <p>{device}</p>}
        {!session.current && (
          <p>{t('details.sessions.active', { moment: <Moment at={session.lastActiveAt} /> })}</p>
        )}
        <p className="muted small">
          {t('details.sessions.started', {
            moment: <Moment at={session.startedAt} />,
            how: t(`details.sessions.methods.${session.method}`),
          })}
        </p>
        {!session.current && (
          <Button
            look="quiet"
            busy={busy}
            aria-label={busy ? undefined : t('details.sessions.endOf', { device })}
            onClick={onEnd}
          >
            {busy ? t('details.sessions.ending') : t('details.sessions.end')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Returns the name of the current device by its kind, for example 'This phone'. */
function useKind({ form }: Session): string {
  const t = useI18n();
  const words = {
    phone: 'thisPhone',
    tablet: 'thisTablet',
    computer: 'thisComputer',
    program: 'thisProgram',
  };
  return t(`details.sessions.${words[form] as 'thisPhone'}`);
}

type Answer = RouterOutputs['auth']['sessions'];
type Session = Answer['sessions'][number];

/**
 * Manages the list of sessions. Ends sessions, one call at a time.
 * @param onGone called after a session was ended. Its pressed button is then removed
 */
function useSessions(initial: readonly Session[], onGone: () => void) {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const [sessions, setSessions] = useState(initial);
  const [ending, setEnding] = useState('');

  const reload = async () => {
    const present = await trpc.auth.sessions.query().catch(() => null);
    if (present) setSessions(present.sessions);
  };
  useReadAgain(() => void reload());

  const act = (name: string, work: () => Promise<Answer>, done: string) =>
    run(
      async () => {
        setEnding(name);
        const answer = await work();
        setSessions(answer.sessions);
        showToast({ message: done, tone: 'good' });
        onGone();
      },
      {
        explain: ({ code }) =>
          code === 'NOT_FOUND' ? { code, message: t('details.sessions.gone') } : undefined,
        onProblem: async ({ code }) => {
          if (code === 'NOT_FOUND') await reload();
        },
      },
    );

  return {
    sessions,
    /**
     * The id of the session that is being ended, or 'others' for all other sessions. Null while no call runs.
     */
    ending: busy ? ending : null,
    problem,
    end: (sessionId: string) =>
      act(sessionId, () => trpc.auth.endSession.mutate({ sessionId }), t('details.sessions.ended')),
    endOthers: () =>
      act('others', () => trpc.auth.endOtherSessions.mutate(), t('details.sessions.endedOthers')),
  };
}
