import { createCharge } from './charges';
import { readChargeOrder } from './charge-order';
import { findCustomer } from './customers';
import type { Gateway } from './gateway';
import { hash, text, whole } from './input';
import { cut, readPaging } from './lists';
import type { ScheduleRecord } from './records';
import { badRequest, notFound, Refusal } from './refusal';
import { listWire, type Wire } from './wire';

type Body = Record<string, unknown>;

/** The gateway charges a schedule at 8:00 in Thailand. */
const chargedAt = (day: string) => Date.parse(`${day}T08:00:00+07:00`);
const SHOWN = 5;

/** Returns the dates of a schedule from a day on: its day of the month, or the last one of a shorter month. */
function datesFrom({ startOn, endOn, day, every }: ScheduleRecord, from: string, count: number): string[] {
  const [year = 0, month = 1] = startOn.split('-').map(Number);
  const dates: string[] = [];
  for (let step = 0; dates.length < count; step += every) {
    const last = new Date(Date.UTC(year, month + step, 0)).getUTCDate();
    const date = new Date(Date.UTC(year, month - 1 + step, Math.min(day, last))).toISOString().slice(0, 10);
    if (date > endOn) break;
    if (date >= startOn && date >= from) dates.push(date);
  }
  return dates;
}

/** Returns the instant of the next charge of a schedule; null if it is deleted or has ended. */
export function nextChargeAt(schedule: ScheduleRecord): number | null {
  const [next] = schedule.deletedAt === null ? datesFrom(schedule, schedule.nextOn, 1) : [];
  return next === undefined ? null : chargedAt(next);
}

function scheduleWire(schedule: ScheduleRecord): Wire {
  const { id, every, day, startOn, endOn, nextOn, charge, deletedAt, createdAt } = schedule;
  const next = deletedAt === null ? datesFrom(schedule, nextOn, SHOWN) : [];
  return {
    object: 'schedule',
    id,
    livemode: false,
    location: `/schedules/${id}`,
    deleted: deletedAt !== null,
    status: deletedAt !== null ? 'deleted' : next.length === 0 ? 'expired' : 'running',
    active: deletedAt === null,
    every,
    period: 'month',
    on: { days_of_month: [day] },
    start_on: startOn,
    end_on: endOn,
    charge: { ...charge, currency: 'THB', default_card: charge.card === null },
    next_occurrences_on: next,
    created_at: new Date(createdAt).toISOString(),
  };
}

function findSchedule(gateway: Gateway, id: string): ScheduleRecord {
  const schedule = gateway.schedules.get(id);
  if (schedule === undefined) throw notFound('schedule', id);
  return schedule;
}

/** Handles `POST /schedules` for charges on a day of the month. */
export function createSchedule(gateway: Gateway, body: Body): Wire {
  const charge = hash(body, 'charge');
  const days = hash(body, 'on')?.days_of_month;
  const day = Array.isArray(days) ? Number(days[0]) : NaN;
  const [startOn, endOn] = [text(body, 'start_on'), text(body, 'end_on')];
  if (!charge || text(body, 'period') !== 'month' || !(day >= 1 && day <= 31) || !startOn || !endOn)
    throw badRequest('bad_request', 'the schedule is invalid');
  const customer = findCustomer(gateway, text(charge, 'customer') ?? '').id;
  const schedule: ScheduleRecord = {
    id: gateway.newId('schd'),
    every: whole(body, 'every') ?? 1,
    day,
    startOn,
    endOn,
    nextOn: startOn,
    charge: { customer, card: text(charge, 'card'), amount: whole(charge, 'amount') ?? 0 },
    deletedAt: null,
    createdAt: gateway.clock.ms(),
  };
  gateway.schedules.put(schedule);
  return scheduleWire(schedule);
}

export const getSchedule = (gateway: Gateway, id: string): Wire => scheduleWire(findSchedule(gateway, id));

export function deleteSchedule(gateway: Gateway, id: string): Wire {
  const deleted = { ...findSchedule(gateway, id), deletedAt: gateway.clock.ms() };
  gateway.schedules.put(deleted);
  return scheduleWire(deleted);
}

/** Handles `GET /customers/{id}/schedules`. */
export function listSchedules(gateway: Gateway, customerId: string, query: URLSearchParams): Wire {
  const page = readPaging(query);
  const own = [...gateway.schedules.values()].filter(({ charge }) => charge.customer === customerId);
  const location = `/customers/${customerId}/schedules`;
  return listWire(cut(own, page).map(scheduleWire), own.length, location, page, gateway.clock.ms());
}

/** Charges a schedule whose date has come, and waits for its next date. A refused charge is left out. */
export function runSchedule(gateway: Gateway, id: string): void {
  const schedule = findSchedule(gateway, id);
  const [date = ''] = datesFrom(schedule, schedule.nextOn, 1);
  const { customer, card, amount } = schedule.charge;
  try {
    const order = { amount, currency: 'thb', customer, ...(card && { card }), transaction_indicator: 'MIT' };
    createCharge(gateway, readChargeOrder(gateway, order));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const nextDay = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  gateway.schedules.put({ ...schedule, nextOn: nextDay });
}
