'use client';

import { useState } from 'react';
import { ClosedBoxArt } from '@/components/art/box';
import { ParcelArt } from '@/components/art/scenes';
import { Button } from '@/components/button';
import { ButtonAnchor } from '@/components/button-anchor';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { OrderNumber } from '@/components/order-number';
import { OutcomeScreen } from '@/components/outcome-screen';
import { LogInToAccount } from '@/components/secret-link/log-in-to-account';
import { DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { localePath, logInPath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

type OneTap = RouterOutputs['orderLinks']['oneTap'];

/** Confirms one action on one order. Opening the page changes nothing, because mail scanners open links. */
export function OneTapPage({ token, initial }: { token: string; initial: OneTap }) {
  const [link, setLink] = useState(initial);
  return link.state === 'open' ? (
    <Confirmation token={token} link={link} onChange={setLink} />
  ) : (
    <Result link={link} arrived={initial.state === 'open'} />
  );
}

interface ConfirmationProps {
  token: string;
  link: OneTap;
  onChange: (next: OneTap) => void;
}

function Confirmation({ token, link, onChange }: ConfirmationProps) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy, problem } = useCommand();
  const { action, paymentDate, movesTo, until } = link;
  const date = <DayText day={paymentDate} locale={locale} />;
  const confirm = () =>
    run(async () => onChange(await trpc.orderLinks.doOneTap.mutate({ token })), {
      onProblem: async () => onChange(await trpc.orderLinks.oneTap.query({ token }).catch(() => link)),
    });

  return (
    <div className="stack narrow">
      <h1>{t(`oneTap.${action}.title`)}</h1>
      <p>
        {t('oneTap.order', { date })} <OrderNumber of={link} />
      </p>
      <p>{text()}</p>
      {problem && (
        <Notice tone="bad" urgent title={problem.message}>
          <p>{t('oneTap.inAccount')}</p>
        </Notice>
      )}
      {action === 'box' ? (
        <ButtonAnchor href={logInPath(locale, localePath(locale, sheetPath('contents')))} wide>
          {t('oneTap.box.go')}
        </ButtonAnchor>
      ) : (
        <Button wide busy={busy} onClick={() => void confirm()}>
          {t(busy ? 'oneTap.busy' : `oneTap.${action}.go`)}
        </Button>
      )}
      <p className="muted small">{t('oneTap.until', { date: <DayText day={until} locale={locale} /> })}</p>
    </div>
  );

  function text() {
    if (action === 'move' && movesTo !== null)
      return t('oneTap.move.text', { date: <DayText day={movesTo} locale={locale} /> });
    return action === 'box' ? t('oneTap.box.text') : t('oneTap.skip.text');
  }
}

/** Shows that the action is done, or what to do instead. */
function Result({ link, arrived }: { link: OneTap; arrived: boolean }) {
  const t = useI18n();
  const locale = useLocale();
  const { action, state, paymentDate } = link;
  const date = <DayText day={paymentDate} locale={locale} />;
  const isDone = state === 'done';
  return (
    <OutcomeScreen
      picture={isDone ? <ParcelArt /> : <ClosedBoxArt />}
      heading={title()}
      tone={isDone ? 'good' : 'info'}
      takesFocus={arrived}
    >
      <p role="status">{text()}</p>
      <LogInToAccount look="secondary" />
    </OutcomeScreen>
  );

  function title() {
    if (isDone) return t(action === 'move' ? 'oneTap.move.done' : 'oneTap.skip.done');
    return t(state === 'too_late' ? 'oneTap.tooLate.title' : 'oneTap.ended.title');
  }

  function text() {
    if (isDone) return t(action === 'move' ? 'oneTap.move.doneText' : 'oneTap.skip.doneText', { date });
    if (state !== 'too_late') return t('oneTap.ended.text', { date });
    return t(action === 'box' ? 'oneTap.tooLate.box' : 'oneTap.tooLate.text', { date });
  }
}
