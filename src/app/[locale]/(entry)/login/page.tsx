import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageMetadata } from '@/locales/metadata';
import { localePath, ownPath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { LogInForm } from '../_components/log-in-form';

export async function generateMetadata({ params }: PageProps<'/[locale]/login'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/login', title: t('auth.title') });
}

export default async function LogInPage({ params, searchParams }: PageProps<'/[locale]/login'>) {
  const locale = await pageLocale(params);
  const { next, out } = await searchParams;
  const target = ownPath(typeof next === 'string' ? next : null, localePath(locale, '/account'));
  const session = await currentSession();
  if (session && session.subscription?.status !== 'awaiting_payment') redirect(target);
  return <LogInForm next={target} asked={typeof next === 'string'} loggedOut={out !== undefined} />;
}
