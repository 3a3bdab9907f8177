import { transaction } from '@/server/db';
import { passkeys } from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import type { World } from './world';

/** Inserts a passkey that no authenticator holds. */
export async function plantPasskey(world: World, accountId: string): Promise<void> {
  await transaction(world.db, (tx) =>
    tx
      .insert(passkeys)
      .values({
        id: newId('passkey'),
        accountId,
        credentialId: `planted-${accountId}`,
        publicKey: 'planted',
        counter: 0,
        transports: [],
        synced: false,
        name: 'Planted',
        createdAt: world.now(),
      })
      .onConflictDoNothing(),
  );
}
