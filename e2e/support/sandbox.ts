import { expect } from '@playwright/test';
import { productUnderTest } from './product';

const base = () => `http://localhost:${productUnderTest().sandboxPort}`;

export interface Mail {
  at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

export interface Charge {
  id: string;
  amount: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
  source: string;
  refunds: { amount: number }[];
}

/** A fault of a provider, in the format of `POST /_control/faults`. */
export interface Fault {
  service: string;
  op: string;
  kind: string;
  times: number;
  match?: Record<string, unknown>;
  args?: Record<string, unknown>;
}

export async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(base() + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Calls the control API of the sandbox: mails, charges, faults and clock. */
export const sandbox = {
  get url() {
    return base();
  },
  /** Waits for a mail to the recipient and returns the newest. @param subject only mails whose subject matches */
  async mail(to: string, subject?: RegExp): Promise<Mail> {
    let found: Mail | undefined;
    await expect
      .poll(
        async () => {
          const mails = await control<Mail[]>('GET', `/mail.json?to=${encodeURIComponent(to)}`);
          found = mails.find((mail) => subject === undefined || subject.test(mail.subject));
          return found !== undefined;
        },
        { message: `a mail to ${to}` },
      )
      .toBe(true);
    return found as unknown as Mail;
  },
  charges: () => control<Charge[]>('GET', '/_control/omise/charges'),
  /** Returns an account's charges at the gateway, oldest first. */
  async chargesOf(accountId: string): Promise<Charge[]> {
    return (await sandbox.charges()).filter((charge) => charge.metadata.accountId === accountId);
  },
  /** Completes a 3-D Secure challenge or a QR payment with the given result. */
  decide: (chargeId: string, action: 'approve' | 'decline' | 'abandon' | 'pay' | 'fail') =>
    control<unknown>('POST', `/_control/omise/charges/${chargeId}`, { action }),
  /** Opens a dispute of a charge at the gateway, or decides it. */
  dispute: (chargeId: string, status: 'open' | 'won' | 'lost') =>
    control<unknown>('POST', `/_control/omise/charges/${chargeId}`, { action: 'dispute', status }),
  fault: (fault: Fault) => control<unknown>('POST', '/_control/faults', fault),
  /** Delivers the webhooks that the fault `delay` keeps back. */
  deliverWebhooks: () => control<unknown>('POST', '/_control/webhooks/flush'),
  clearFaults: () => control<unknown>('DELETE', '/_control/faults'),
  /** Returns the instant of the product's clock. */
  now: async () => new Date((await control<{ now: string }>('GET', '/_control/clock')).now),
  /** Moves the clock of the whole product. Only for `*.clock.spec.ts`, which run one by one on a separate product. */
  moveClock: (move: { to: string } | { by: string }) =>
    control<{ now: string }>('POST', '/_control/clock', move),
  /** Moves the clock to an instant. Does nothing if this instant is in the past. */
  async reach(moment: string): Promise<void> {
    if ((await sandbox.now()) < new Date(moment)) await sandbox.moveClock({ to: moment });
  },
};
