import { BoardProvider } from '@/app/[locale]/account/_boxes/board';
import { Boxes } from '@/app/[locale]/account/_boxes/boxes';
import { ACCOUNT_WORDS } from '@/app/[locale]/account/_components/account-words';
import { Notice } from '@/components/notice';
import { I18n } from '@/locales/i18n';
import { localePath } from '@/locales/paths';
import { politeName } from '@/locales/polite-name';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { api } from '@/trpc/server';
import { deskMetadata } from '../../../../_components/desk-metadata';
import { LookOnly } from '../_components/look-only';
import { orNotFound } from '../../../_components/or-not-found';
import own from '../_components/subscriber.module.css';

type Props = PageProps<'/[locale]/desk/subscribers/[accountId]/account'>;

export const generateMetadata = deskMetadata('desk.subscribers');

/** A subscriber's account page as the subscriber sees it, without anything to press. */
export default async function AsSubscriberPage({ params }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'subscribers.read');
  const { accountId } = await params;
  const { subscribers } = await deskApi();
  const [t, { year, ...shown }, products] = await Promise.all([
    getI18n(),
    orNotFound(() => subscribers.asSubscriber({ accountId })),
    (await api()).catalogue.everyProduct(),
  ]);
  const name = { name: politeName(shown.home.account.firstName, locale) };
  return (
    <>
      <p>
        <a href={localePath(locale, `/desk/subscribers/${accountId}`)} className="tap">
          {t('deskSubscribers.asSubscriber.back')}
        </a>
      </p>
      <h1 className="anywhere">{t('deskSubscribers.asSubscriber.title', name)}</h1>
      <Notice tone="info">
        <p>{t('deskSubscribers.asSubscriber.text', name)}</p>
      </Notice>
      <LookOnly className={own.shown}>
        <I18n locale={locale} nouns={ACCOUNT_WORDS}>
          <BoardProvider orders={shown.home.upcoming} year={year}>
            <Boxes locale={locale} products={products} {...shown} />
          </BoardProvider>
        </I18n>
      </LookOnly>
    </>
  );
}
