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
  source: 'card' | 'promptpay';
  refunds: { amount: number }[];
}

/** A fault of a provider, as `POST /_control/faults` takes it. */
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

/** What a test may ask of the outside world: its mailbox, the gateway's own truth, its faults, its time. */
export const sandbox = {
  get url() {
    return base();
  },
  /** The newest mail to an address; waits for it, since mail leaves after the answer. `subject` picks one of several. */
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
  /** The gateway's own truth about one account, oldest first. */
  async chargesOf(accountId: string): Promise<Charge[]> {
    return (await sandbox.charges()).filter((charge) => charge.metadata.accountId === accountId);
  },
  /** What the person does at 3-D Secure or with the QR. */
  decide: (chargeId: string, action: 'approve' | 'decline' | 'abandon' | 'pay' | 'fail') =>
    control<unknown>('POST', `/_control/omise/charges/${chargeId}`, { action }),
  fault: (fault: Fault) => control<unknown>('POST', '/_control/faults', fault),
  /** Delivers the webhooks that a `delay` fault holds. */
  deliverWebhooks: () => control<unknown>('POST', '/_control/webhooks/flush'),
  clearFaults: () => control<unknown>('DELETE', '/_control/faults'),
  /** Moves the whole product's time: only in `*.clock.spec.ts`, which have a product of their own and run one by one. */
  moveClock: (move: { to: string } | { by: string }) =>
    control<{ now: string }>('POST', '/_control/clock', move),
  /** Moves it to a moment, unless that has passed. */
  async reach(moment: string): Promise<void> {
    const { now } = await control<{ now: string }>('GET', '/_control/clock');
    if (Date.parse(now) < Date.parse(moment)) await sandbox.moveClock({ to: moment });
  },
};
