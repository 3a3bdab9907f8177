import type { Metadata } from 'next';
import { lowestPrice } from '@/domain/plan';
import { FRIEND_DISCOUNT, REFERRER_POINTS } from '@/domain/referral';
import { shortBahtText } from '@/locales/format';
import { discreetMetadata, pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, currentSession, isRefusal } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';
import { Landing, type Invitation, type Visitor } from './_components/landing';

type Props = PageProps<'/[locale]/invite/[code]'>;

/**
 * Checks the code of an invitation. The state is `unchecked` while the visitor's IP range is blocked after
 * too many wrong codes.
 */
async function findInvitation(code: string): Promise<Invitation> {
  try {
    const found = await (await api()).rewards.invitation({ code });
    return { code: found.code, state: found.valid ? 'valid' : 'invalid' };
  } catch (error) {
    if (isRefusal(error, 'THROTTLED')) return { code, state: 'unchecked' };
    if (isRefusal(error, 'INPUT_INVALID')) return { code, state: 'invalid' };
    throw error;
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [locale, { code }] = await Promise.all([pageLocale(params), params]);
  const t = await getI18n();
  const title = t('rewards.landing.title');
  const discount = shortBahtText(FRIEND_DISCOUNT, locale);
  const facts = pageMetadata({ locale, path: `/invite/${code}`, title, personal: true });
  const heading = t('rewards.landing.heading', { discount });
  return { ...facts, ...discreetMetadata(locale, heading, t('rewards.landing.preview')) };
}

export default async function InvitePage({ params }: Props) {
  const [locale, { code }] = await Promise.all([pageLocale(params), params]);
  const [invitation, session, { catalogue }] = await Promise.all([
    findInvitation(code),
    currentSession(),
    api(),
  ]);
  const [plans, products, { today }, visitor] = await Promise.all([
    catalogue.plans(),
    catalogue.products(),
    catalogue.today(),
    visitorOf(session),
  ]);
  return (
    <Landing
      locale={locale}
      invitation={invitation}
      visitor={visitor}
      fromPrice={lowestPrice(plans, products)}
      referrerPoints={REFERRER_POINTS}
      today={today}
    />
  );
}

async function visitorOf(session: Awaited<ReturnType<typeof currentSession>>): Promise<Visitor> {
  if (!session) return { kind: 'new' };
  if (!isUnfinished(session)) return { kind: 'subscriber' };
  const registration = await (await api()).registration.current();
  return { kind: 'registering', attached: registration?.code ?? null };
}
