import type { LinkBank } from '@/domain/bank-account';
import { isOfAccount, reasonOf } from '@/domain/decline';
import type { Translate } from '@/locales/typed';

export interface Account {
  bank: LinkBank;
  lastDigits: string;
}

/** What is charged: a card, or a bank account. */
export type ChargedMeans = { brand: string; lastDigits: string } | Account;

/** Names a bank account by its bank and last digits. */
export const accountText = (t: Translate, { bank, lastDigits }: Account): string =>
  t('bankAccounts.name', { bank: t(`bankAccounts.banks.${bank}`), lastDigits });

/** Names a card by brand and last digits, or a bank account by bank and last digits. */
export const meansText = (t: Translate, means: ChargedMeans): string =>
  'brand' in means ? `${means.brand} •••• ${means.lastDigits}` : accountText(t, means);

/** Returns the sentence for a declined charge of a bank account. @param account null: the sentence names no account */
export function accountDecline(t: Translate, code: string | null, account: Account | null): string {
  const reason = reasonOf(code);
  if (!account || !isOfAccount(reason)) return t('bankAccounts.declined');
  return t(`bankAccounts.declines.${reason}`, { account: accountText(t, account) });
}
