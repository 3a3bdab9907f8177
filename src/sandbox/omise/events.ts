import { findCharge } from './charges';
import type { Gateway } from './gateway';
import { cut, readPaging } from './lists';
import type { EventRecord } from './records';
import { notFound } from './refusal';
import { eventWire, listWire, type Wire } from './wire';

function page(gateway: Gateway, all: EventRecord[], location: string, query: URLSearchParams): Wire {
  const paging = readPaging(query);
  const inTime = all.filter((event) => event.createdAt >= paging.from && event.createdAt <= paging.to);
  return listWire(cut(inTime, paging).map(eventWire), inTime.length, location, paging, gateway.clock.ms());
}

export function getEvent(gateway: Gateway, id: string): Wire {
  const event = gateway.events.get(id);
  if (event === undefined) throw notFound('event', id);
  return eventWire(event);
}

export function listEvents(gateway: Gateway, query: URLSearchParams): Wire {
  return page(gateway, [...gateway.events.values()], '/events', query);
}

export function listChargeEvents(gateway: Gateway, chargeId: string, query: URLSearchParams): Wire {
  findCharge(gateway, chargeId);
  const own = [...gateway.events.values()].filter((event) => event.chargeId === chargeId);
  return page(gateway, own, `/charges/${chargeId}/events`, query);
}
