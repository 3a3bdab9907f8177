import { sql } from 'drizzle-orm';
import { transaction } from '@/server/db';
import { checkSession } from './sessions';
import { expectReadableMessages } from './text-faults';
import type { World } from './world';

/** The tables that a test fills, in an order that their references allow. */
const FILLED = [
  'payout_differences',
  'statement_imports',
  'payout_months',
  'gateway_transfers',
  'gateway_transactions',
  'gateway_receipts',
  'tax_invoice_buyers',
  'documents',
  'bank_transfers',
  'disputes',
  'refunds',
  'money_received',
  'shipments',
  'replaced_parcels',
  'referrals',
  'points_entries',
  'imports',
  'accounts',
  'conversations',
  'saved_answers',
  'former_customers',
  'provider_events',
  'line_flows',
  'line_registrations',
  'passkey_challenges',
  'discount_codes',
  'failed_rows',
  'graphile_worker._private_jobs',
];

/** One text, which is one round trip. */
const EMPTY = sql.raw(
  [...FILLED.map((table) => `delete from ${table}`), 'update document_series set last = 0'].join(';\n'),
);

/** Deletes all accounts and resets the sandbox for the next test. */
export async function forgetEverybody(world: World): Promise<void> {
  await world.sandbox.settled();
  await transaction(checkSession(), (tx) => tx.execute(EMPTY));
  try {
    await expectReadableMessages(world.sandbox);
  } finally {
    world.sandbox.reset();
  }
}
