'use client';

import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { bahtText as plainBaht, satangOf } from '@/domain/money';
import { REFUND_LIMIT_MAX, STAFF_ROLES, type StaffRole } from '@/domain/staff';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../_components/act';
import classes from '../../_components/desk.module.css';
import { useDeskCommand } from '../../_components/use-desk-command';

type Member = DeskOutputs['team']['members'][number];

interface MemberRowProps {
  member: Member;
  isMe: boolean;
  /** When and where the member is logged in. */
  children: React.ReactNode;
}

/** A member of the team, with the changes that the owner can make. */
export function MemberRow({ member, isMe, children }: MemberRowProps) {
  const t = useI18n();
  const { staffId, email, role, state } = member;
  const name = member.name || email;
  return (
    <li className={classes.row} data-split>
      <div>
        <p className={classes.strong}>
          {name} {isMe && <span className="muted anywhere small">({t('deskTeam.you')})</span>}
        </p>
        <p className="muted anywhere small">
          {t(`desk.roles.${role}`)} · {t(`deskTeam.state.${state}`)}
          {name !== email && ` · ${email}`}
        </p>
        {children}
      </div>
      {state !== 'removed' && (
        <details>
          <summary className={`tap ${classes.summary}`} aria-label={t('common.changeOf', { name })}>
            {t('common.change')}
          </summary>
          <div className={`stack-4 ${classes.form}`}>
            <RoleForm staffId={staffId} name={name} role={role} />
            {role === 'support' && (
              <RefundLimitForm staffId={staffId} name={name} limit={member.refundLimit} />
            )}
            <Act
              act={t('deskTeam.inviteAgain')}
              text={t('deskTeam.inviteAgainText', { name, email })}
              run={() => desk.team.inviteAgain.mutate({ staffId })}
              done={t('deskTeam.sentAgain', { email })}
            />
            <Act
              act={t('deskTeam.remove')}
              text={t('deskTeam.removeText', { name })}
              run={() => desk.team.remove.mutate({ staffId })}
              done={t('deskTeam.removed', { name })}
            />
          </div>
        </details>
      )}
    </li>
  );
}

function RoleForm({ staffId, name, role }: { staffId: string; name: string; role: StaffRole }) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const [wanted, setWanted] = useState(role);
  return (
    <>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <NativeSelect
        label={t('deskTeam.roleOf', { name })}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value as StaffRole)}
        data={STAFF_ROLES.map((one) => ({ value: one, label: t(`desk.roles.${one}`) }))}
      />
      <Button
        look="secondary"
        busy={busy}
        off={wanted === role}
        onClick={() =>
          void act(
            () => desk.team.changeRole.mutate({ staffId, role: wanted }),
            t('deskTeam.roleChanged', { name, role: t(`desk.roles.${wanted}`) }),
          )
        }
      >
        {t('deskTeam.changeRole')}
      </Button>
    </>
  );
}

/** What the member may refund in a day. */
function RefundLimitForm({ staffId, name, limit }: { staffId: string; name: string; limit: number }) {
  const t = useI18n();
  const locale = useLocale();
  const { act, busy, problem } = useDeskCommand();
  const [typed, setTyped] = useState(plainBaht(limit));
  const wanted = satangOf(typed);
  const isWrong = wanted === null || wanted > REFUND_LIMIT_MAX;
  const max = bahtText(REFUND_LIMIT_MAX, locale);
  const save = () => {
    if (wanted === null) return;
    const done = t('deskTeam.refundLimitSet', { name, amount: bahtText(wanted, locale) });
    void act(() => desk.team.setRefundLimit.mutate({ staffId, limit: wanted }), done);
  };
  return (
    <>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <TextInput
        label={t('deskTeam.refundLimit', { name })}
        description={t('deskTeam.refundLimitHint', { name, max })}
        inputMode="decimal"
        maxLength={14}
        value={typed}
        error={isWrong ? t('deskTeam.refundLimitWrong', { max }) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button look="secondary" busy={busy} off={isWrong || wanted === limit} onClick={save}>
        {t('deskTeam.setRefundLimit')}
      </Button>
    </>
  );
}
