import type { ThreeDSMode } from '../../settings/sandbox';
import type { Agenda } from '../agenda';
import type { SandboxClock } from '../clock';
import type { IdSource } from '../ids';
import type { Store, Table } from '../store';
import type {
  AppType,
  BankType,
  ChargeRecord,
  CustomerRecord,
  EventRecord,
  LinkedAccountRecord,
  PayoutFault,
  ScheduleRecord,
  SourceRecord,
  TokenRecord,
  TransferRecord,
} from './records';
import { chargeWire, refundWire, type Bases } from './charge-wire';
import { disputeWire } from './disputes-wire';
import { customerCardWire, customerWire, linkedAccountWire, type Wire } from './wire';

export interface GatewaySettings {
  publicKey: string;
  secretKey: string;
  threeDS: ThreeDSMode;
  /** Types of apps and bank accounts that are switched off for the merchant. */
  appsOff: (AppType | BankType)[];
  /** Whether a charge of a bank account is pending until its event. Default: it is final at once. */
  bankAnswersLater: boolean;
  /** Whether changes of linked accounts send events. */
  linkEvents: boolean;
  accountVersion: string;
  /** What goes wrong with the next transfers, one fault each. */
  payoutFaults: PayoutFault[];
}

/** The object that an event is about. `parent` is the charge of a refund or dispute, or the customer of a card. */
export interface Subject {
  kind: 'charge' | 'refund' | 'dispute' | 'customer' | 'card' | 'linked_account';
  id: string;
  parent: string | null;
}

interface EventNote {
  id: string;
  key: string;
  at: number;
  about: Subject;
}

/** The fake card gateway: its stored records and its events. */
export interface Gateway {
  settings: GatewaySettings;
  clock: SandboxClock;
  newId: IdSource;
  bases: Bases;
  tokens: Table<TokenRecord>;
  customers: Table<CustomerRecord>;
  charges: Table<ChargeRecord>;
  sources: Table<SourceRecord>;
  linkedAccounts: Table<LinkedAccountRecord>;
  schedules: Table<ScheduleRecord>;
  transfers: Table<TransferRecord>;
  /** The instant up to which the transfers are made; one row, `last`. */
  payoutsMade: Table<{ id: string; at: number }>;
  /** All charges, oldest first. */
  chargeOrder: { id: string; createdAt: number }[];
  /** Returns the id of the charge that changed last. Stale reads show this charge as it was before. */
  lastChanged: () => string | null;
  /** The last 5,000 events, oldest first. */
  events: Map<string, EventRecord>;
  emit(key: string, about: Subject): void;
  /** Returns the events since the last call of this function. The caller sends them as webhooks. */
  takeEvents(): EventRecord[];
}

export interface GatewayParts {
  settings: GatewaySettings;
  clock: SandboxClock;
  newId: IdSource;
  bases: Bases;
  store: Store;
  agenda: Agenda;
  /** Called when a pending charge expires, and when the bank answers a charge of a bank account. */
  onExpiry: (chargeId: string) => Promise<void>;
  /** Called when the registration of a linked account expires. */
  onLinkExpiry: (linkedAccountId: string) => Promise<void>;
  /** Called when a date of a schedule has come. */
  onSchedule: (scheduleId: string) => Promise<void>;
  nextChargeAt: (schedule: ScheduleRecord) => number | null;
}

const EVENTS_MAX = 5_000;

function render(gateway: Gateway, about: Subject): Wire {
  const nowMs = gateway.clock.ms();
  const isOfCharge = about.kind === 'refund' || about.kind === 'dispute';
  const charge = gateway.charges.get(isOfCharge ? (about.parent ?? '') : about.id);
  const customer = gateway.customers.get(about.kind === 'card' ? (about.parent ?? '') : about.id);
  if (about.kind === 'charge' && charge) return chargeWire(charge, gateway.bases, nowMs);
  const linked = gateway.linkedAccounts.get(about.id);
  if (about.kind === 'linked_account' && linked) return linkedAccountWire(linked, gateway.bases.pages);
  if (about.kind === 'customer' && customer) return customerWire(customer, nowMs);
  const refund = charge?.refunds.find((one) => one.id === about.id);
  if (about.kind === 'refund' && charge && refund) return refundWire(refund, charge.id);
  if (about.kind === 'dispute' && charge?.dispute) return disputeWire(charge.dispute, charge.id);
  const card = customer?.cards.find((one) => one.id === about.id);
  if (about.kind === 'card' && customer && card) return customerCardWire(customer.id, card);
  return { object: about.kind, id: about.id, livemode: false, deleted: true };
}

function watchLinks({ agenda, onLinkExpiry }: GatewayParts) {
  return (account: LinkedAccountRecord | null, before: LinkedAccountRecord | null) => {
    const id = account?.id ?? before?.id ?? '';
    if (account?.status === 'pending') agenda.set(`link:${id}`, account.expiresAt, () => onLinkExpiry(id));
    else agenda.remove(`link:${id}`);
  };
}

function watchSchedules({ agenda, onSchedule, nextChargeAt }: GatewayParts) {
  return (schedule: ScheduleRecord | null, before: ScheduleRecord | null) => {
    const id = schedule?.id ?? before?.id ?? '';
    const at = schedule && nextChargeAt(schedule);
    if (at === null) agenda.remove(`schedule:${id}`);
    else agenda.set(`schedule:${id}`, at, () => onSchedule(id));
  };
}

function watchCharges(parts: GatewayParts, order: Gateway['chargeOrder'], note: (id: string) => void) {
  return (charge: ChargeRecord | null, before: ChargeRecord | null) => {
    if (charge === null) {
      order.length = 0;
      if (before !== null) parts.agenda.remove(`charge:${before.id}`);
      return;
    }
    note(charge.id);
    if (before === null) order.push({ id: charge.id, createdAt: charge.createdAt });
    if (charge.status === 'pending') {
      parts.agenda.set(`charge:${charge.id}`, charge.expiresAt, () => parts.onExpiry(charge.id));
    } else if (before?.status === 'pending') {
      parts.agenda.remove(`charge:${charge.id}`);
    }
  };
}

/** Creates the gateway and its tables in `store`. The tables are empty until `store.load()`. */
export function createGateway(parts: GatewayParts): Gateway {
  const { store } = parts;
  const chargeOrder: Gateway['chargeOrder'] = [];
  const events = new Map<string, EventRecord>();
  let fresh: EventRecord[] = [];
  let changed: string | null = null;
  const record = (note: EventNote) => {
    const chargeId = note.about.kind === 'charge' ? note.about.id : null;
    const data = render(gateway, note.about);
    const event = { id: note.id, key: note.key, createdAt: note.at, chargeId, data, deliveries: [] };
    events.set(event.id, event);
    if (events.size > EVENTS_MAX) events.delete(events.keys().next().value ?? '');
    fresh.push(event);
  };
  const gateway: Gateway = {
    settings: parts.settings,
    clock: parts.clock,
    newId: parts.newId,
    bases: parts.bases,
    tokens: store.table('token'),
    customers: store.table('customer'),
    charges: store.table(
      'charge',
      watchCharges(parts, chargeOrder, (id) => (changed = id)),
    ),
    sources: store.table('source'),
    linkedAccounts: store.table('linked_account', watchLinks(parts)),
    schedules: store.table('schedule', watchSchedules(parts)),
    transfers: store.table('payout'),
    payoutsMade: store.table('payouts_made'),
    chargeOrder,
    lastChanged: () => changed,
    events,
    emit: (key, about) => append({ id: parts.newId('evnt'), key, at: parts.clock.ms(), about }),
    takeEvents: () => {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
  const append = store.stream<EventNote>('event', record);
  return gateway;
}
