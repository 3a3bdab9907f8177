'use client';

import { useCallback, useState } from 'react';
import { ClosedBoxArt } from '@/components/art/box';
import { CalendarArt } from '@/components/art/scenes';
import { Button } from '@/components/button';
import { ButtonAnchor } from '@/components/button-anchor';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { OrderNumber } from '@/components/order-number';
import { OutcomeScreen } from '@/components/outcome-screen';
import { unbroken } from '@/components/reserved-text';
import { LogInToAccount } from '@/components/secret-link/log-in-to-account';
import { usePolled } from '@/components/secret-link/use-polled';
import { DayText } from '@/components/values';
import { keepTogether } from '@/locales/keep-together';
import { bahtText } from '@/locales/format';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { yearlessDayText } from '@/locales/calendar-format';
import { localePath, logInPath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

type OneTap = RouterOutputs['orderLinks']['oneTap'];

const canUndo = ({ undoUntil }: OneTap) => undoUntil !== null;

/**
 * Confirms one action on one order, and takes it back. Opening the page changes nothing, because mail scanners open
 * links. While the action can be taken back, the page asks the server whether it still can: the clock here may be wrong.
 */
export function OneTapPage({ token, initial }: { token: string; initial: OneTap }) {
  const read = useCallback(() => trpc.orderLinks.oneTap.query({ token }), [token]);
  const { state: link, send, refresh } = usePolled(initial, read, canUndo);
  const [isUndone, setUndone] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  const { run, busy, problem } = useCommand();
  const command = (undo: boolean) => {
    setUndoing(undo);
    return run(
      () =>
        send(async () => {
          const asked = undo ? { undo } : link.swap ? { expectedTotal: link.swap.after } : {};
          const next = await trpc.orderLinks.doOneTap.mutate({ token, ...asked });
          setUndone(undo);
          return next;
        }),
      { onProblem: refresh },
    );
  };
  const acting = { link, busy, problem: problem?.message };
  // A move that is taken back after midnight may bring the box back after its cut-off.
  if (isUndone && (link.state === 'open' || link.state === 'too_late')) return <Undone link={link} />;
  if (link.state === 'open') return <Confirmation {...acting} onConfirm={() => void command(false)} />;
  const arrived = initial.state === 'open';
  // An action that came too late was not done: there is nothing to take back.
  const { message } = (isUndoing && problem) || {};
  return <Result {...acting} problem={message} arrived={arrived} onUndo={() => void command(true)} />;
}

interface Acting {
  link: OneTap;
  busy: boolean;
  /** Why the last command failed. */
  problem: string | undefined;
}

function Confirmation({ link, busy, problem, onConfirm }: Acting & { onConfirm: () => void }) {
  const t = useI18n();
  const locale = useLocale();
  const { action, paymentDate, movesTo, nextDate, hasFreeProduct, until, swap } = link;
  const names = swap && {
    from: keepTogether(swap.from[locale]),
    to: keepTogether(swap.to[locale]),
    packs: swap.packs,
  };

  return (
    <div className="stack narrow">
      <div className="picture scene">
        <ClosedBoxArt />
      </div>
      <h1>{title()}</h1>
      <p>
        {action === 'swap'
          ? names && t('oneTap.swap.text', { ...names, date: unbroken(yearlessDayText(paymentDate, locale)) })
          : t(`oneTap.${action}.text`)}{' '}
        {action === 'skip' && hasFreeProduct && <>{t('oneTap.skip.free')} </>}
        <OrderNumber of={link} />
      </p>
      {swap && <Totals of={swap} />}
      {action === 'skip' && <NextBox date={nextDate} />}
      {problem && (
        <Notice tone="bad" urgent title={problem}>
          <p>{t('oneTap.inAccount')}</p>
        </Notice>
      )}
      {action === 'box' ? (
        <ButtonAnchor href={logInPath(locale, localePath(locale, sheetPath('contents')))} wide>
          {t('oneTap.box.go')}
        </ButtonAnchor>
      ) : (
        <Button wide busy={busy} onClick={onConfirm}>
          {t(busy ? 'oneTap.busy' : `oneTap.${action}.go`)}
        </Button>
      )}
      {swap && <p className="muted small">{t('oneTap.swap.without')}</p>}
      <p className="muted small">{t('oneTap.until', { date: <DayText day={until} locale={locale} /> })}</p>
    </div>
  );

  function title() {
    const date = unbroken(yearlessDayText(paymentDate, locale));
    if (names) return t('oneTap.swap.title', names);
    if (action !== 'move' || movesTo === null)
      return t(`oneTap.${action === 'box' ? 'box' : 'skip'}.title`, { date });
    return t('oneTap.move.title', { date, to: unbroken(yearlessDayText(movesTo, locale)) });
  }
}

interface ResultProps extends Acting {
  arrived: boolean;
  onUndo: () => void;
}

/** Shows that the action is done and can be taken back, or what to do instead. */
function Result({ link, busy, problem, arrived, onUndo }: ResultProps) {
  const t = useI18n();
  const locale = useLocale();
  const { action, state, paymentDate, nextDate, until } = link;
  const isSwap = action === 'swap';
  const done = action === 'move' || isSwap ? action : 'skip';
  const date = unbroken(yearlessDayText(paymentDate, locale));
  const isDone = state === 'done';
  return (
    <OutcomeScreen
      picture={isDone ? <CalendarArt done /> : <ClosedBoxArt />}
      heading={title()}
      tone={isDone ? 'good' : 'info'}
      takesFocus={arrived}
    >
      <p role="status">{text()}</p>
      {isDone && done === 'skip' && <NextBox date={nextDate} />}
      {problem && !isSwap && (
        <Notice tone="bad" urgent title={canUndo(link) ? problem : t('oneTap.undo.over')}>
          <p>{t('oneTap.inAccount')}</p>
        </Notice>
      )}
      {canUndo(link) && done !== 'swap' ? (
        <>
          <Button look="secondary" wide busy={busy} onClick={onUndo}>
            {t(busy ? 'oneTap.busy' : `oneTap.${done}.undo`)}
          </Button>
          <p className="muted small">
            {t('oneTap.undo.here', { date: <DayText day={until} locale={locale} /> })}
          </p>
        </>
      ) : (
        <LogInToAccount look="secondary" />
      )}
    </OutcomeScreen>
  );

  function title() {
    if (isDone) return t(`oneTap.${done}.done`, { date });
    if (isSwap) return t('oneTap.swap.over');
    return t(state === 'too_late' ? 'oneTap.tooLate.title' : 'oneTap.ended.title');
  }

  function text() {
    if (isDone) return t(`oneTap.${done}.doneText`);
    if (isSwap) return t('oneTap.swap.overText', { date });
    if (state !== 'too_late') return t('oneTap.ended.text', { date });
    return t(action === 'box' ? 'oneTap.tooLate.box' : 'oneTap.tooLate.text', { date });
  }
}

/** Shows that the order is again as it was before the action. */
function Undone({ link: { action, paymentDate } }: { link: OneTap }) {
  const t = useI18n();
  const locale = useLocale();
  const done = action === 'move' ? 'move' : 'skip';
  return (
    <OutcomeScreen
      picture={<ClosedBoxArt />}
      heading={t('oneTap.undo.done', { date: unbroken(yearlessDayText(paymentDate, locale)) })}
      tone="info"
    >
      <p role="status">{t(`oneTap.${done}.undoneText`)}</p>
      <NextBox date={paymentDate} />
      <LogInToAccount look="secondary" />
    </OutcomeScreen>
  );
}

/** What the order costs now and with the substitute. */
function Totals({ of: { before, after } }: { of: NonNullable<OneTap['swap']> }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <div className="card">
      {before !== after && (
        <p className="muted small">
          {t('oneTap.swap.before')} {bahtText(before, locale)}
        </p>
      )}
      <p>
        {t('oneTap.swap.after')} <strong>{bahtText(after, locale)}</strong>
      </p>
    </div>
  );
}

function NextBox({ date }: { date: Day | null }) {
  const t = useI18n();
  const locale = useLocale();
  if (date === null) return null;
  return (
    <div className="card">
      <p className="muted small">{t('oneTap.nextBox')}</p>
      <p>
        <strong>
          <DayText day={date} locale={locale} />
        </strong>
      </p>
    </div>
  );
}
