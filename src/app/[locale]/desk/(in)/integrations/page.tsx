import { ButtonAnchor } from '@/components/button-anchor';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import { TokenForm } from './_components/token-form';
import { TokenRow } from './_components/token-row';
import { WebhookForm } from './_components/webhook-form';
import { WebhookRow } from './_components/webhook-row';

export const generateMetadata = deskMetadata('desk.integrations');

/** What connects other programs with the shop. */
export default async function IntegrationsPage({ params }: PageProps<'/[locale]/desk/integrations'>) {
  const locale = await pageLocale(params);
  const me = await requireMember(locale, 'tokens.manage');
  const { team, integrations } = await deskApi();
  const [t, tokens, webhooks] = await Promise.all([getI18n(), team.tokens(), integrations.webhooks()]);
  return (
    <>
      <h1>{t('deskIntegrations.heading')}</h1>
      <p className="lead">{t('deskIntegrations.lead')}</p>
      <p className="mt-3">
        <ButtonAnchor href="/api/docs" look="secondary">
          {t('deskIntegrations.docs')}
        </ButtonAnchor>{' '}
        <ButtonAnchor href={localePath(locale, '/desk/integrations/imports')} look="secondary">
          {t('deskMoving.open')}
        </ButtonAnchor>
      </p>
      <section className="card mt-5">
        <h2>{t('deskIntegrations.tokens')}</h2>
        <p className="lead">
          {t(tokens.length > 0 ? 'deskIntegrations.tokensText' : 'deskIntegrations.noTokens')}
        </p>
        <ul className={classes.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.tokenId} token={token} isMine={token.ownerId === me.staffId} />
          ))}
        </ul>
        <TokenForm />
      </section>
      <section className="card mt-5">
        <h2>{t('deskIntegrations.webhooks')}</h2>
        <p className="lead">
          {t(webhooks.length > 0 ? 'deskIntegrations.webhooksText' : 'deskIntegrations.noWebhooks')}
        </p>
        <ul className={classes.rows}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.endpointId} webhook={webhook} />
          ))}
        </ul>
        <WebhookForm />
      </section>
    </>
  );
}
