'use client';

import { useI18n, useLocale } from '@/locales/client';
import { momentText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../_components/act';
import classes from '../../_components/desk.module.css';

type Token = DeskOutputs['team']['tokens'][number];

/** An API token: what it may do, until when, and when it was last used. */
export function TokenRow({ token }: { token: Token }) {
  const t = useI18n();
  const locale = useLocale();
  const moment = (at: Date) => momentText(at.toISOString(), locale);
  const { tokenId, name, scopes, state, lastUsedAt } = token;
  return (
    <li className={classes.row} data-split>
      <div>
        <p className={classes.strong}>
          {name} <span className="muted anywhere small">· {t(`deskTeam.tokenState.${state}`)}</span>
        </p>
        <p className="muted anywhere small">
          {scopes.map((scope) => t(`deskTeam.scope.${scope}`)).join(', ')} ·{' '}
          {t('deskTeam.tokenBy', { name: token.createdBy, date: moment(token.createdAt) })} ·{' '}
          {t('deskTeam.tokenUntil', { date: moment(token.expiresAt) })} ·{' '}
          {lastUsedAt ? t('deskTeam.lastUsed', { moment: moment(lastUsedAt) }) : t('deskTeam.neverUsed')}
        </p>
      </div>
      {state === 'active' && (
        <Act
          act={t('deskTeam.revoke')}
          label={t('deskTeam.revokeOf', { name })}
          text={t('deskTeam.revokeText')}
          run={() => desk.team.revokeToken.mutate({ tokenId })}
          done={t('deskTeam.revoked', { name })}
        />
      )}
    </li>
  );
}
