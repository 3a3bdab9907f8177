import { z } from 'zod';
import type { LinkBank } from '@/domain/bank-account';
import { ask, type GatewayAnswer } from './calls';
import { linkTypeOf } from './capability';

/* The client of Omise's linked accounts (https://docs.omise.co/linked-account-api). The gateway documents no events of them, so that the result of a link is read. */

const shape = z.object({
  id: z.string(),
  status: z.string(),
  registration_uri: z.string().nullish(),
  last_digits: z.string().nullish(),
  failure_code: z.string().nullish(),
  expires_at: z.string().nullish(),
});

/** The state of a link at the gateway. An unknown status counts as pending. */
export interface GatewayLink {
  linkedAccountId: string;
  status: 'pending' | 'linked' | 'rejected' | 'expired' | 'deleted';
  /** The bank's page on which the owner agrees; null if the gateway gives none. */
  registrationUri: string | null;
  lastDigits: string | null;
  failureCode: string | null;
  /** When the registration ends; null if the gateway gives no time. */
  expiresAt: Date | null;
}

const STATUSES: Record<string, GatewayLink['status']> = {
  successful: 'linked',
  failed: 'rejected',
  expired: 'expired',
  deleted: 'deleted',
};

function toLink(link: z.output<typeof shape>): GatewayLink {
  return {
    linkedAccountId: link.id,
    status: STATUSES[link.status] ?? 'pending',
    registrationUri: link.registration_uri ?? null,
    lastDigits: link.last_digits ?? null,
    failureCode: link.failure_code ?? null,
    expiresAt: link.expires_at ? new Date(link.expires_at) : null,
  };
}

const linkOf = (answer: GatewayAnswer<z.output<typeof shape>>): GatewayAnswer<GatewayLink> =>
  answer.kind === 'ok' ? { kind: 'ok', value: toLink(answer.value) } : answer;

const pathOf = (linkedAccountId: string) => `/linked_accounts/${encodeURIComponent(linkedAccountId)}`;

/** Starts the link of a bank account. Its owner agrees on the bank's page, which then opens `returnUri`. */
export async function createLink(request: {
  bank: LinkBank;
  accountId: string;
  bankAccountId: string;
  returnUri: string;
}): Promise<GatewayAnswer<GatewayLink>> {
  const { bank, accountId, bankAccountId, returnUri } = request;
  const body = {
    type: linkTypeOf(bank),
    return_uri: returnUri,
    metadata: { accountId, bankAccountId },
  };
  return linkOf(await ask(shape, 'POST', '/linked_accounts', body));
}

export async function fetchLink(linkedAccountId: string): Promise<GatewayAnswer<GatewayLink>> {
  return linkOf(await ask(shape, 'GET', pathOf(linkedAccountId)));
}

/** Attaches a registered account to a customer, who can then be charged. A repeated call changes nothing. */
export async function attachLink(
  customerId: string,
  linkedAccountId: string,
): Promise<GatewayAnswer<unknown>> {
  const path = `/customers/${encodeURIComponent(customerId)}`;
  return ask(z.object({ id: z.string() }), 'PATCH', path, { linked_account: linkedAccountId });
}

/** Deletes a link at the gateway. A deleted or unknown link is refused as `not_found` or stays deleted. */
export async function deleteLink(linkedAccountId: string): Promise<GatewayAnswer<GatewayLink>> {
  return linkOf(await ask(shape, 'DELETE', pathOf(linkedAccountId)));
}
