import superjson from 'superjson';
import { and, eq } from 'drizzle-orm';
import { addDays, hourOf } from '@/domain/day';
import { accounts, auditEvents, messages, passkeys } from '@/server/db/schema';
import type { CreationOptions, RequestOptions } from '@/server/login/webauthn/ceremonies';
import { createAuthenticator } from '../authenticator';
import { registration } from '../browser';
import type { World } from '../world';
import { findWrongCharges, registering, type Journey } from './journeys';
import { REGISTERED_ON } from './recovery';

const procedure = (name: string) => `/api/trpc/passkeys.${name}`;

/** A passkey that is added, renamed, used to log in, and removed. */
export function passkeyJourney(world: World): Journey {
  const form = registration();
  const authenticator = createAuthenticator();
  const { password } = form;
  const heldId = async () => (await world.db.select({ passkeyId: passkeys.id }).from(passkeys))[0] ?? null;
  return {
    email: form.email,
    password,
    before: registering(form),
    startAt: hourOf(addDays(REGISTERED_ON, 1), 10),
    steps: [
      {
        path: procedure('add'),
        // The challenge is used up before the passkey is stored. A browser refuses to create a passkey that is listed.
        body: async (fetch) => {
          if (await heldId()) return null;
          const options = await fetch(procedure('requestNew'), superjson.serialize({ password }));
          const response = authenticator.create(options as CreationOptions);
          return superjson.serialize({ name: 'My phone', response });
        },
        retryCode: 'PASSKEY_EXPIRED',
      },
      {
        path: procedure('rename'),
        body: async () => superjson.serialize({ ...(await heldId()), name: 'My old phone' }),
      },
      {
        path: procedure('logIn'),
        body: async (fetch) => {
          const options = await fetch(procedure('requestLogIn'), superjson.serialize(undefined));
          return superjson.serialize({ response: authenticator.get(options as RequestOptions) });
        },
        retryCode: 'PASSKEY_EXPIRED',
      },
      {
        path: procedure('remove'),
        body: async () => {
          const held = await heldId();
          return held && superjson.serialize({ ...held, password });
        },
        doneCode: 'PASSKEY_NOT_FOUND',
      },
    ],
    findProblems: async () => [...(await findWrongCharges(world, 1)), ...(await findWrongRecords(world))],
  };
}

/** Lists what is wrong with the records of the only passkey. */
async function findWrongRecords(world: World): Promise<string[]> {
  const kinds = ['passkey_added', 'passkey_removed'] as const;
  const [account] = await world.db.select({ id: accounts.id }).from(accounts);
  const problems = (await world.db.select().from(passkeys)).map(({ name }) => `${name} was not removed`);
  for (const kind of kinds) {
    const mails = await world.db.$count(messages, eq(messages.kind, kind));
    const recorded = and(eq(auditEvents.subject, account?.id ?? ''), eq(auditEvents.what, `account.${kind}`));
    const audits = await world.db.$count(auditEvents, recorded);
    if (mails !== 1) problems.push(`${mails} messages ${kind}`);
    if (audits !== 1) problems.push(`${audits} audit entries of ${kind}`);
  }
  return problems;
}
