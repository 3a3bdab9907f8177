import { redirect } from 'next/navigation';
import { secretLinkMetadata } from '@/locales/page-metadata';
import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { api, orNotFound } from '@/trpc/server';
import { BankPage } from './_components/bank-page';

export const generateMetadata = secretLinkMetadata('bankAccounts.page.title');

/** The page to which the bank returns after the link of an account, and to which a message leads later. */
export default async function BankLinkPage({ params }: PageProps<'/[locale]/bank/[token]'>) {
  const { token } = await params;
  const locale = await pageLocale(params);
  const { auth, bankAccounts } = await api();
  const initial = await orNotFound(bankAccounts.link({ token }));
  if (initial.isOwner && initial.first?.state === 'paid')
    redirect(localePath(locale, '/register/confirmation'));
  const session = initial.isOwner && !initial.first ? await auth.me() : null;
  return <BankPage token={token} initial={initial} session={session} />;
}
