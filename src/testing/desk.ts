import superjson from 'superjson';
import type { StaffRole } from '@/domain/staff';
import { transaction } from '@/server/db';
import { staff } from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import { startStaffSession } from '@/server/login/staff/sessions';
import { createBrowser, type Browser } from './browser';
import type { World } from './world';

interface Outcome {
  /** 'ok', or the code of the refusal. */
  code: string;
  status: number;
  data: unknown;
}

/** Calls a procedure of the desk with the cookies of a browser. */
export async function callDesk(
  browser: Browser,
  name: string,
  { input, kind = 'mutation' }: { input?: unknown; kind?: 'query' | 'mutation' } = {},
): Promise<Outcome> {
  const sent = superjson.serialize(input);
  const { status, body } =
    kind === 'mutation'
      ? await browser.post(`/api/desk/${name}`, sent)
      : await browser.get(`/api/desk/${name}?input=${encodeURIComponent(JSON.stringify(sent))}`);
  const { result, error } = body as unknown as {
    result?: { data: { json: unknown } };
    error?: { json: { data: { appCode: string } } };
  };
  return { code: error?.json.data.appCode ?? 'ok', status, data: result?.data.json };
}

let members = 0;

/** Inserts an active member of the staff. */
export async function plantMember(world: World, role: StaffRole) {
  members += 1;
  const [id, email] = [newId('staff'), `member${members}@ira.test`];
  await transaction(world.db, (tx) =>
    tx.insert(staff).values({
      id,
      email,
      emailNorm: email,
      name: `Member ${members}`,
      role,
      locale: 'en',
      passkeyHandle: `handle-${id}`,
      invitedAt: world.now(),
      joinedAt: world.now(),
    }),
  );
  return { staffId: id, email };
}

/** Returns a browser in which a member of the staff is logged in. */
export async function memberBrowser(world: World, role: StaffRole): Promise<Browser & { staffId: string }> {
  const { staffId } = await plantMember(world, role);
  const secret = await transaction(world.db, (tx) =>
    startStaffSession(tx, world.now(), staffId, { method: 'passkey', device: null }),
  );
  const browser = createBrowser(world);
  browser.keepCookie('desk-session', secret);
  return { ...browser, staffId };
}
