import { z } from 'zod';
import { LINK_BANKS, type LinkBank } from '@/domain/bank-account';
import { PAY_APPS, type PayApp } from '@/domain/pay-app';
import { ask, type GatewayAnswer } from './calls';

/** A payment page waits for the list. */
const TIMEOUT_MS = 2000;

const shape = z.object({ payment_methods: z.array(z.object({ name: z.string() })) });

/** Returns the gateway's source type of an app. TrueMoney's older type asks for a phone number, so it is not used. */
export const sourceTypeOf = (app: PayApp): string =>
  app === 'truemoney' ? 'truemoney_jumpapp' : `mobile_banking_${app}`;

/** Returns the gateway's type of the linked accounts of a bank. */
export const linkTypeOf = (bank: LinkBank): string => `direct_debit_${bank}`;

/** The means that the gateway has enabled for this seller. `banks`: those whose accounts can be linked. */
export interface ListedMeans {
  apps: PayApp[];
  banks: LinkBank[];
}

/** Reads the means that the gateway has enabled for this seller (https://docs.omise.co/capability-api). */
export async function readListedMeans(): Promise<GatewayAnswer<ListedMeans>> {
  const answer = await ask(shape, 'GET', '/capability', undefined, TIMEOUT_MS);
  if (answer.kind !== 'ok') return answer;
  const names = new Set(answer.value.payment_methods.map(({ name }) => name));
  const apps = PAY_APPS.filter((app) => names.has(sourceTypeOf(app)));
  const banks = LINK_BANKS.filter((bank) => names.has(linkTypeOf(bank)));
  return { kind: 'ok', value: { apps, banks } };
}
