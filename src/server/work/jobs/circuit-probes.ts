import { systemNow } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import type { Circuit, CircuitName } from '../../gateways/circuit';
import { fulfilmentCircuit } from '../../gateways/mycloud/calls';
import { cardGateway } from '../../gateways/omise/calls';

const CIRCUITS: Record<CircuitName, Circuit> = { cardGateway, fulfilment: fulfilmentCircuit };
const NAMES = Object.keys(CIRCUITS) as CircuitName[];

/** Lists the services with an open circuit whose next probe is due. */
export async function listCircuitsToProbe(): Promise<{ id: string }[]> {
  const due = await Promise.all(NAMES.map(async (id) => ({ id, at: await CIRCUITS[id].probeAt() })));
  return due.flatMap(({ id, at }) => (at && at <= systemNow() ? [{ id }] : []));
}

export async function probeCircuit(id: string): Promise<void> {
  await CIRCUITS[id as CircuitName].probe();
}

/** Returns when the next probe after `after` is due, or null. */
export async function nextProbeAt(_ctx: Ctx, after: Date): Promise<Date | null> {
  const planned = await Promise.all(NAMES.map((id) => CIRCUITS[id].probeAt()));
  const ahead = planned.flatMap((at) => (at && at > after ? [at.getTime()] : []));
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}
