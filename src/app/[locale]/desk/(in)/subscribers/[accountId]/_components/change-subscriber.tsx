'use client';

import { TextArea } from '@/components/forms/text-area';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { NOTE_MAX } from '@/domain/staff';
import { useI18n, useLocale } from '@/locales/client';
import type { CallerChange } from '@/schemas/desk-subscribers';
import { desk } from '@/trpc/desk';
import { Choices } from '../../../_components/choices';
import { DeskDialog, PreviewLines, PreviewPart, PreviewText } from '../../../_components/desk-dialog';
import { useDeskCommand } from '../../../_components/use-desk-command';
import { useDeskPreview } from '../../../_components/use-desk-preview';
import { ChangeFields } from './change-fields';
import { bahtText, dayText } from '@/locales/format';
import type { ChangePreview, ChangeSubscriberProps } from './change-props';

type Kind = CallerChange['kind'];

const PLAN_KINDS = ['address', 'box', 'frequency', 'payment_day'] as const;
const CONTACT_KINDS = ['person', 'email'] as const;

/** The button that changes something for a subscriber who asks by phone or in a message. */
export function ChangeSubscriber(props: ChangeSubscriberProps) {
  const t = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {t('deskChange.open')}
      </Button>
      {isOpen && <ChangeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangeDialog({ onClose, ...props }: ChangeSubscriberProps & { onClose: () => void }) {
  const { accountId, person, plan, by } = props;
  const t = useI18n();
  const command = useDeskCommand();
  const [kind, setKind] = useState<Kind | null>(null);
  const [change, setChange] = useState<CallerChange | null>(null);
  const [reason, setReason] = useState('');
  const ask = { accountId, version: plan.version };
  // With the version: the page may be read again while the dialog is open.
  const preview = useDeskPreview<typeof ask & { change: CallerChange }, ChangePreview>(
    'change',
    () => change && { ...ask, change },
    (input) => desk.subscribers.previewChange.mutate(input),
  );
  const name = `${person.firstName} ${person.lastName}`;
  const isReady = change !== null && preview.isCurrent;
  const send = () => {
    if (!change || !isReady) return;
    const made = { ...ask, reason: reason.trim() || undefined };
    const call = () =>
      change.kind === 'person' || change.kind === 'email'
        ? desk.subscribers.changeContact.mutate({ ...made, change })
        : desk.subscribers.changePlan.mutate({ ...made, change });
    void command
      .act(call, t(`deskChange.done.${change.kind}`))
      .then((isDone) => (isDone ? onClose() : preview.retry()));
  };
  // Only an active subscription has a box, a frequency and a payment day to change.
  const kinds: readonly Kind[] = [
    ...(plan.status === 'active' ? PLAN_KINDS : (['address'] as const)),
    ...CONTACT_KINDS,
  ];
  return (
    <DeskDialog
      title={t('deskChange.title', { name })}
      lead={t('deskChange.lead')}
      onClose={onClose}
      preview={
        change && preview.data ? (
          <ChangeEffects preview={preview.data} plan={plan} change={change} by={by} name={name} />
        ) : (
          <p className="muted">{t('deskChange.nothing')}</p>
        )
      }
      foot={
        <>
          <Button busy={command.busy} off={!isReady} onClick={send}>
            {kind ? t(`deskChange.save.${kind}`) : t('deskChange.choose')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('desk.keep')}
          </Button>
        </>
      }
    >
      <Choices
        legend={t('deskChange.what')}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setChange(null);
        }}
        options={kinds.map((value) => ({ value, label: t(`deskChange.kinds.${value}`) }))}
      />
      {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
      {change && preview.problem && <Notice tone="bad" urgent title={preview.problem.text} />}
      {kind && <ChangeFields key={kind} kind={kind} onChange={setChange} {...props} />}
      {kind && (
        <TextArea
          rows={2}
          label={`${t('desk.reason')} (${t('common.optional')})`}
          description={t('deskSubscribers.act.reasonHint')}
          maxLength={NOTE_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </DeskDialog>
  );
}

interface ChangeEffectsProps {
  preview: ChangePreview;
  plan: ChangeSubscriberProps['plan'];
  change: CallerChange;
  by: string;
  name: string;
}

/** What a change does for the subscriber, the message, and what the log will say. */
function ChangeEffects({ preview, plan, change, by, name }: ChangeEffectsProps) {
  const t = useI18n();
  const { after, message } = preview;
  return (
    <div role="status" className="stack-4">
      <PreviewPart title={t('deskChange.happens')}>
        {after ? (
          <PlanLines after={after} plan={plan} />
        ) : (
          <p>{t(change.kind === 'email' ? 'deskChange.emailText' : 'deskChange.personText')}</p>
        )}
      </PreviewPart>
      <PreviewPart title={t(`deskChange.message.${message.channel}`)}>
        <PreviewText lang={message.locale}>{message.text}</PreviewText>
      </PreviewPart>
      <PreviewPart title={t('deskRefund.log')}>
        <p>{t(`deskChange.log.${change.kind}`, { by, name })}</p>
      </PreviewPart>
    </div>
  );
}

/** The delivery fee and the next orders, before and after. */
function PlanLines({
  after: { subscription, upcomingOrders },
  plan,
}: {
  after: NonNullable<ChangePreview['after']>;
  plan: ChangeSubscriberProps['plan'];
}) {
  const t = useI18n();
  const locale = useLocale();
  const baht = (satang: number) => bahtText(satang, locale);
  const fees = [plan.deliveryFee, subscription.deliveryFee];
  return (
    <PreviewLines
      lines={[
        fees[0] !== fees[1] && fees[0] != null && fees[1] != null
          ? [t('deskRefund.delivery'), <Changed key="fee" before={baht(fees[0])} now={baht(fees[1])} />]
          : null,
        ...upcomingOrders.map((order, at) => {
          const before = plan.upcoming[at];
          const total = order.skipped ? t('deskSubscribers.orders.skipped') : baht(order.total);
          const shown = before && !before.skipped ? baht(before.total) : null;
          return [
            dayText(order.paymentDate, locale),
            <Changed key={order.orderId} before={shown === total ? null : shown} now={total} />,
          ] as const;
        }),
      ]}
    />
  );
}

function Changed({ before, now }: { before: string | null; now: string }) {
  return (
    <>
      {before !== null && <s className="muted">{before}</s>} {now}
    </>
  );
}
