'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { paidFor, type RefundReason } from '@/domain/order-refund';
import { satangOf } from '@/domain/money';
import { orderNumberText } from '@/domain/order';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import { DeskDialog, PreviewLines, PreviewPart, PreviewText } from '../../../_components/desk-dialog';
import { useDeskCommand } from '../../../_components/use-desk-command';
import { useDeskPreview } from '../../../_components/use-desk-preview';
import { wayText, type RefundChoice, type RefundPreview } from './refund-choice';
import { RefundForm } from './refund-form';

interface RefundOrderProps {
  orderId: string;
  orderNumber: number;
  /** The name of the member, as the log will have it. */
  by: string;
}

const NOTHING: RefundChoice = {
  how: 'item',
  packs: {},
  delivery: false,
  sum: '',
  reason: null,
  note: '',
};

/** The button that refunds an order. What was chosen stays when its dialog is closed. */
export function RefundOrder(props: RefundOrderProps) {
  const t = useI18n();
  const [isOpen, setOpen] = useState(false);
  const [choice, setChoice] = useState(NOTHING);
  const number = orderNumberText(props.orderNumber);
  return (
    <>
      <Button look="secondary" aria-label={t('deskRefund.openOf', { number })} onClick={() => setOpen(true)}>
        {t('deskRefund.open')}
      </Button>
      {isOpen && (
        <RefundDialog {...props} choice={choice} onChoose={setChoice} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface RefundDialogProps extends RefundOrderProps {
  choice: RefundChoice;
  onChoose: (choice: RefundChoice) => void;
  onClose: () => void;
}

function RefundDialog({ orderId, orderNumber, by, choice, onChoose, onClose }: RefundDialogProps) {
  const t = useI18n();
  const locale = useLocale();
  const command = useDeskCommand();
  const [isMissing, setMissing] = useState(false);
  const preview = useDeskPreview<{ orderId: string; amount?: number }, RefundPreview>(
    'refund',
    (latest) => ({ orderId, amount: (latest && amountOf(choice, latest)) || undefined }),
    (input) => desk.money.previewRefund.query(input),
  );
  const facts = preview.data;
  const amount = facts && amountOf(choice, facts);
  const baht = (satang: number) => bahtText(satang, locale);
  const number = orderNumberText(orderNumber);
  const isTooMuch = facts !== null && (amount ?? 0) > facts.left;
  const ready = facts && amount && !isTooMuch && facts.blocked === null ? { facts, amount } : null;
  const isAbove = ready !== null && isAboveLimit(ready.facts, ready.amount);

  const send = async (reason: RefundReason, refunded: number) => {
    if (!ready) return '';
    const asked = { orderId, amount: ready.amount, reason, note: choice.note.trim() || undefined };
    if (isAbove) {
      await desk.money.askOwnerToRefund.mutate(asked);
      return t('deskRefund.asked', { amount: baht(ready.amount) });
    }
    const { status } = await desk.money.refundOrder.mutate({ ...asked, refunded });
    return t(`deskRefund.result.${status}`, { amount: baht(ready.amount) });
  };
  const begin = () => {
    const { reason } = choice;
    setMissing(reason === null);
    if (reason === null || !ready) return;
    void command
      .act(() => send(reason, ready.facts.reserved), '')
      .then((isDone) => {
        if (isDone) onChoose(NOTHING);
        if (isDone) onClose();
        else preview.retry();
      });
  };
  const lead = facts && {
    name: facts.name ?? t('deskSubscribers.deleted'),
    amount: baht(facts.paid),
    date: dayText(facts.paidOn, locale),
    way: wayText(t, facts),
  };
  return (
    <DeskDialog
      title={t('deskRefund.title', { number })}
      lead={lead ? t('deskRefund.lead', lead) : t('deskRefund.reading')}
      onClose={onClose}
      preview={
        facts && (
          <RefundEffects
            facts={preview.isCurrent ? facts : { ...facts, effects: null }}
            amount={amount ?? 0}
            by={by}
            choice={choice}
          />
        )
      }
      foot={
        <>
          <Button busy={command.busy} off={!ready} onClick={begin}>
            {ready
              ? buttonText(t, ready.facts, { amount: baht(ready.amount), isAbove })
              : t('deskRefund.choose')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('deskRefund.keep')}
          </Button>
        </>
      }
    >
      {preview.problem && <Notice tone="bad" urgent title={preview.problem.text} />}
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      {facts?.blocked && <Notice tone="waiting" title={t(`deskRefund.blocked.${facts.blocked}`)} />}
      {facts && (
        <RefundForm
          facts={facts}
          choice={choice}
          onChoose={onChoose}
          tooMuch={isTooMuch ? t('deskRefund.tooMuch', { left: baht(facts.left) }) : undefined}
          missing={isMissing && choice.reason === null ? t('deskRefund.whyMissing') : undefined}
        />
      )}
    </DeskDialog>
  );
}

/** Returns the chosen amount in satang; 0 for none. */
function amountOf(choice: RefundChoice, facts: RefundPreview): number {
  if (choice.how === 'all') return facts.left;
  return choice.how === 'sum' ? (satangOf(choice.sum) ?? 0) : paidFor(facts, choice);
}

const isAboveLimit = ({ allowance }: RefundPreview, amount: number): boolean =>
  allowance !== null && amount > allowance.left;

type Translate = ReturnType<typeof useI18n>;

function buttonText(
  t: Translate,
  facts: RefundPreview,
  { amount, isAbove }: { amount: string; isAbove: boolean },
): string {
  if (isAbove) return t('deskRefund.askOwner', { amount });
  if (facts.way.kind === 'transfer') return t('deskRefund.list', { amount });
  return t('deskRefund.send', { amount, way: wayText(t, facts) });
}

interface RefundEffectsProps {
  facts: RefundPreview;
  /** The chosen amount in satang; 0 for none. */
  amount: number;
  choice: RefundChoice;
  by: string;
}

/** What the refund does: money, points, document, message and log. */
function RefundEffects({ facts, amount, choice, by }: RefundEffectsProps) {
  const t = useI18n();
  const locale = useLocale();
  const { effects, message, allowance, way, next, points, reserved } = facts;
  const baht = (satang: number) => bahtText(satang, locale);
  const number = orderNumberText(facts.orderNumber);
  const log = {
    by,
    amount: baht(amount),
    number,
    reason: choice.reason ? t(`deskRefund.reasons.${choice.reason}`) : '…',
  };
  return (
    <div role="status" className="stack-4">
      <PreviewPart title={t('deskRefund.happens')}>
        <PreviewLines
          lines={[
            [t('deskRefund.backTo', { way: wayText(t, facts) }), <b key="b">{baht(amount)}</b>],
            reserved > 0 ? [t('deskRefund.before'), baht(reserved)] : null,
            [t('deskRefund.left', { number }), effects ? baht(effects.left) : baht(facts.left)],
            [t('deskRefund.points', { points }), effects ? String(effects.points) : '–'],
            [
              t(facts.isTaxDocument ? 'deskRefund.creditNoteVat' : 'deskRefund.creditNote'),
              effects ? baht(facts.isTaxDocument ? effects.vat : amount) : '–',
            ],
            next ? [t('deskRefund.next', { date: dayText(next, locale) }), t('deskRefund.unchanged')] : null,
          ]}
        />
        {facts.isReferred && <p className="muted">{t('deskRefund.referrer')}</p>}
        <p className="muted">{t(`deskRefund.when.${way.kind}`)}</p>
      </PreviewPart>
      {message && (
        <PreviewPart title={t(`deskRefund.message.${message.channel}`)}>
          <PreviewText lang={message.locale}>{message.text}</PreviewText>
        </PreviewPart>
      )}
      {amount > 0 && (
        <PreviewPart title={t('deskRefund.log')}>
          <p>{t('deskRefund.logText', log)}</p>
        </PreviewPart>
      )}
      {allowance && (
        <p className="muted">
          {t('deskRefund.allowance', { limit: baht(allowance.limit), left: baht(allowance.left) })}
        </p>
      )}
    </div>
  );
}
