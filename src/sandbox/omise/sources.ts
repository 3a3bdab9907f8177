import { APP_TYPES, APPS, checkAppAmount } from './apps';
import type { Gateway } from './gateway';
import { text, whole } from './input';
import type { SourceRecord } from './records';
import { badRequest, notFound } from './refusal';
import { sourceWire } from './charge-wire';
import { type Wire } from './wire';

type Body = Record<string, unknown>;

/**
 * Creates the source of a QR code or an app. The caller stores it.
 * @throws Refusal `bad_request` for a type that is unknown or switched off, `invalid_amount`
 */
export function newSource(gateway: Gateway, body: Body): SourceRecord {
  const given = text(body, 'type');
  const app = APP_TYPES.find((known) => known === given && !gateway.settings.appsOff.includes(known));
  if (!app && given !== 'promptpay') throw badRequest('bad_request', 'type is currently not supported');
  const amount = whole(body, 'amount');
  if (amount === null || amount < 1) throw badRequest('invalid_amount', 'amount must be present');
  if ((text(body, 'currency') ?? '').toUpperCase() !== 'THB') {
    throw badRequest('bad_request', 'currency is currently not supported');
  }
  const createdAt = gateway.clock.ms();
  const documentId = gateway.newId('docu');
  if (app) checkAppAmount(APPS[app], amount);
  const platform = text(body, 'platform_type') ?? undefined;
  return { id: gateway.newId('src'), app, platform, amount, createdAt, chargeId: null, documentId };
}

export function createSource(gateway: Gateway, body: Body): Wire {
  const source = newSource(gateway, body);
  gateway.sources.put(source);
  return sourceWire(source, null, gateway.bases.api);
}

/** Returns a source. @throws Refusal `not_found` */
export function findSource(gateway: Gateway, id: string): SourceRecord {
  const source = gateway.sources.get(id);
  if (source === undefined) throw notFound('source', id);
  return source;
}

export function getSource(gateway: Gateway, id: string): Wire {
  const source = findSource(gateway, id);
  const charge = source.chargeId === null ? undefined : gateway.charges.get(source.chargeId);
  return sourceWire(source, charge ?? null, gateway.bases.api);
}
