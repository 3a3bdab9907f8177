import { z } from 'zod';
import type { ListedRefund } from '@/domain/refund';
import { ask, type GatewayAnswer } from './calls';

const PAGE = 100;

/** The shape of a list of refunds in a response: all refunds of a charge, or one page of refunds. */
export const refundList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      amount: z.number().int(),
      created_at: z.string(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
  total: z.number().int(),
});

export function toRefunds({ data }: z.output<typeof refundList>): ListedRefund[] {
  return data.map(({ id, amount, metadata, created_at }) => ({
    ref: id,
    amount,
    refundId: typeof metadata?.refundId === 'string' ? metadata.refundId : null,
    createdAt: new Date(created_at),
  }));
}

/** Returns all refunds of a charge, oldest first; 'unavailable' if a page could not be read. */
export async function listRefunds(chargeId: string): Promise<GatewayAnswer<ListedRefund[]>> {
  const found = new Map<string, ListedRefund>();
  for (let offset = 0; ; offset += PAGE) {
    const path = `/charges/${encodeURIComponent(chargeId)}/refunds?order=chronological&limit=${PAGE}&offset=${offset}`;
    const page = await ask(refundList, 'GET', path);
    if (page.kind !== 'ok') return page;
    for (const refund of toRefunds(page.value)) found.set(refund.ref, refund);
    if (page.value.data.length < PAGE) return { kind: 'ok', value: [...found.values()] };
  }
}

/**
 * Refunds `amount` satang of a charge. A repeated call refunds the amount again. After an unknown outcome, the caller
 * must therefore read the charge's refunds first.
 */
export async function refundCharge(
  chargeId: string,
  amount: number,
  refundId: string,
): Promise<GatewayAnswer<{ id: string }>> {
  const path = `/charges/${encodeURIComponent(chargeId)}/refunds`;
  return ask(z.object({ id: z.string() }), 'POST', path, { amount, metadata: { refundId } });
}
