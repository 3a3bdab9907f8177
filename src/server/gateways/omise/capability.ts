import { z } from 'zod';
import { PAY_APPS, type PayApp } from '@/domain/pay-app';
import { ask, type GatewayAnswer } from './calls';

/** A payment page waits for the list. */
const TIMEOUT_MS = 2000;

const shape = z.object({ payment_methods: z.array(z.object({ name: z.string() })) });

/** Returns the gateway's source type of an app. TrueMoney's older type asks for a phone number, so it is not used. */
export const sourceTypeOf = (app: PayApp): string =>
  app === 'truemoney' ? 'truemoney_jumpapp' : `mobile_banking_${app}`;

/** Reads the apps that the gateway has enabled for this seller (https://docs.omise.co/capability-api). */
export async function readListedApps(): Promise<GatewayAnswer<PayApp[]>> {
  const answer = await ask(shape, 'GET', '/capability', undefined, TIMEOUT_MS);
  if (answer.kind !== 'ok') return answer;
  const names = new Set(answer.value.payment_methods.map(({ name }) => name));
  return { kind: 'ok', value: PAY_APPS.filter((app) => names.has(sourceTypeOf(app))) };
}
