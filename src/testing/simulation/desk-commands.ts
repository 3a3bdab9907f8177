import { sql } from 'drizzle-orm';
import { onBehalf } from '@/server/desk/reads/notes';
import { transaction } from '@/server/db';
import { staff } from '@/server/db/schema';
import { addApologyPoints } from '@/server/shop/rewards/apologise';
import type { Call, Input } from './inputs';
import type { Subscriber } from './journal';
import type { SimulatedWorld } from './world';

/* The commands of a member of the staff: the subscriber's own commands on behalf of the subscriber, and points. */

/** Weights of the commands that only the staff has. */
export const DESK_COMMANDS = { giveApology: 8 } as const;

const MEMBER = 'stf_simulated';
/** The share of the commands that a subscriber asks support for. */
const BY_STAFF = 0.15;
const POINTS_MAX = 80;

/** Creates the member of the staff who acts in a simulation. */
export async function hireMember(world: SimulatedWorld): Promise<void> {
  const now = world.now();
  await transaction(world.db, (tx) =>
    tx.insert(staff).values({
      id: MEMBER,
      email: 'nok@ira.test',
      emailNorm: 'nok@ira.test',
      name: 'Nok',
      role: 'support',
      locale: 'th',
      passkeyHandle: MEMBER,
      invitedAt: now,
      joinedAt: now,
    }),
  );
}

/** Draws who requests a change: mostly the subscriber (`{}`), sometimes a member, with or without a reason. */
export const drawRequester = ({ random }: SimulatedWorld): { reason?: string | null } =>
  random.chance(BY_STAFF) ? { reason: random.chance(0.7) ? 'asked on the phone' : null } : {};

/** Returns the input of a use case for the drawn requester. */
export function requestedAs({ accountId }: Subscriber, { reason, ...input }: Input): Input {
  if (reason === undefined) return input;
  return {
    ...input,
    by: onBehalf(`staff:${MEMBER}`, accountId, typeof reason === 'string' ? reason : undefined),
  };
}

/** Draws the points of an apology, and the version of the subscription that the member saw. */
export async function drawApology({ random, db }: SimulatedWorld, { subscriptionId }: Subscriber) {
  const [row] = await db.execute<{ version: number }>(
    sql`select version from subscriptions where id = ${subscriptionId}`,
  );
  const late = random.chance(0.1) ? 1 : 0;
  return { points: 1 + random.below(POINTS_MAX), version: (row?.version ?? 0) - late };
}

export const giveApology: Call = (world, { accountId }, input) =>
  addApologyPoints(world.ctx(), accountId, {
    ...(input as { points: number; version: number }),
    by: onBehalf(`staff:${MEMBER}`, accountId, 'late parcel'),
  });
