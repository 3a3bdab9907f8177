'use client';

import { useI18n, useLocale } from '@/locales/client';
import { bahtText, momentText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../_components/act';
import classes from '../../_components/desk.module.css';
import { partsOf, scopesByNoun } from './scope-names';

type Token = DeskOutputs['team']['tokens'][number];

/** An API token: whose it is, what it may do, until when, and when it was last used. */
export function TokenRow({ token, isMine }: { token: Token; isMine: boolean }) {
  const t = useI18n();
  const locale = useLocale();
  const moment = (at: Date) => momentText(at.toISOString(), locale);
  const { tokenId, name, scopes, state, lastUsedAt, refundLimit, createdBy } = token;
  const may = [...scopesByNoun(scopes)].map(([noun, some]) => {
    const acts = some.flatMap((scope) => partsOf(scope).act ?? []);
    const said = acts.map((act) => t(`deskIntegrations.${act}`)).join(', ');
    return t(`deskIntegrations.scope.${noun}`) + (said && `: ${said}`);
  });
  const facts = [
    ...may,
    ...(scopes.includes('refunds:write')
      ? [t('deskIntegrations.refundLimitOf', { amount: bahtText(refundLimit, locale) })]
      : []),
    t('deskIntegrations.tokenBy', { name: createdBy, date: moment(token.createdAt) }),
    t('deskIntegrations.tokenUntil', { date: moment(token.expiresAt) }),
    lastUsedAt
      ? t('deskIntegrations.lastUsed', { moment: moment(lastUsedAt) })
      : t('deskIntegrations.neverUsed'),
  ];
  return (
    <li className={classes.row} data-split>
      <div>
        <p className={classes.strong}>
          {name} <span className="muted anywhere small">· {t(`deskIntegrations.tokenState.${state}`)}</span>
        </p>
        <p className="muted anywhere small">{facts.join(' · ')}</p>
      </div>
      {state === 'active' && (
        <div className="actions">
          {!isMine && (
            <Act
              act={t('deskIntegrations.takeOver')}
              label={t('deskIntegrations.takeOverOf', { name })}
              text={t('deskIntegrations.takeOverText', { name: createdBy })}
              run={() => desk.team.takeOverToken.mutate({ tokenId })}
              done={t('deskIntegrations.takenOver', { name })}
            />
          )}
          <Act
            act={t('deskIntegrations.revoke')}
            label={t('deskIntegrations.revokeOf', { name })}
            text={t('deskIntegrations.revokeText')}
            run={() => desk.team.revokeToken.mutate({ tokenId })}
            done={t('deskIntegrations.revoked', { name })}
          />
        </div>
      )}
    </li>
  );
}
