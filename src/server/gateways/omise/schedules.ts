import { z } from 'zod';
import { isDay, type Day } from '@/domain/day';
import { ask, type GatewayAnswer } from './calls';

const PAGE = 100;

const scheduleShape = z.object({
  id: z.string(),
  status: z.string(),
  deleted: z.boolean().nullish(),
  next_occurrences_on: z.array(z.string()).nullish(),
});

/** A schedule that charges a customer. `isOver`: it never charges again. `nextOn`: the date of its next charge. */
export interface GatewaySchedule {
  id: string;
  isOver: boolean;
  nextOn: Day | null;
}

const toSchedule = ({ id, status, deleted, next_occurrences_on }: z.output<typeof scheduleShape>) => {
  const [next] = next_occurrences_on ?? [];
  const isOver = deleted === true || status === 'deleted' || status === 'expired';
  return { id, isOver, nextOn: isOver || !next || !isDay(next) ? null : next };
};

/** Lists all schedules of a customer. */
export async function listSchedules(customerId: string): Promise<GatewayAnswer<GatewaySchedule[]>> {
  const path = `/customers/${encodeURIComponent(customerId)}/schedules?order=chronological&limit=${PAGE}`;
  const all: GatewaySchedule[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await ask(z.object({ data: z.array(scheduleShape) }), 'GET', `${path}&offset=${offset}`);
    if (page.kind !== 'ok') return page;
    all.push(...page.value.data.map(toSchedule));
    if (page.value.data.length < PAGE) return { kind: 'ok', value: all };
  }
}

const pathOf = (id: string) => `/schedules/${encodeURIComponent(id)}`;

/**
 * Deletes a schedule, and reads it again.
 * @returns whether the gateway confirms that it never charges again
 */
export async function deleteSchedule(id: string): Promise<boolean> {
  await ask(scheduleShape, 'DELETE', pathOf(id));
  const read = await ask(scheduleShape, 'GET', pathOf(id));
  return read.kind === 'ok'
    ? toSchedule(read.value).isOver
    : read.kind === 'refused' && read.code === 'not_found';
}
