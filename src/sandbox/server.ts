import { join } from 'node:path';
import type { SandboxSettings } from '../settings/sandbox';
import { type Agenda, createAgenda } from './agenda';
import { answerBank, type BankService } from './bank/service';
import { createBank, type Bank } from './bank/statement';
import { createClock, type SandboxClock } from './clock';
import { answerControl, isForeign, type Advance, type ControlParts } from './control';
import { answerShop } from './ecwid/service';
import { createShop } from './ecwid/shop';
import { createFaults, type Faults } from './faults';
import { createIds, type IdSource } from './ids';
import { createJournal, type Journal } from './journal';
import { openLog } from './log';
import { answerMail } from './mail-pages';
import { createMailbox, type Mailbox } from './mailbox';
import { approve, expire } from './omise/charges';
import { actOnLinkedAccount } from './omise/linked-accounts';
import { createGateway, type Gateway } from './omise/gateway';
import { answerOmisePages } from './omise/pages';
import { arrivedPayouts } from './omise/payouts';
import { answerGateway, type OmiseService } from './omise/service';
import { createSend, type Send } from './transport';
import { answerSlipOk, type SlipService } from './slipok/service';
import { refOf, type SlipFacts } from './slipok/slip';
import { openLine, WEBHOOK_PATIENCE_MS } from './line/open';
import { answerLine, apiPathOf } from './line/service';
import { openFulfilment } from './mycloud/open';
import { answerFulfilment } from './mycloud/service';
import { indexPage } from './pages';
import { nothingHere, refuse } from './respond';
import { createStore } from './store';
import { createWebhooks, type Webhooks } from './webhooks';
import type { EventRecord } from './omise/records';
import { nextChargeAt, runSchedule } from './omise/schedules';
import { post, type PostParts } from './omise/webhook-post';

export interface SandboxOptions {
  settings: SandboxSettings;
  /** Base of the URLs in responses, such as `http://localhost:3001`. */
  publicUrl: string;
  /** The folder in which the state is stored. Null: the state is only in memory. */
  folder: string | null;
  clock?: SandboxClock;
  newId?: IdSource;
  /** Sends webhooks. */
  deliver?: Send;
  /** Forwards requests to move the clock to the app. */
  forward?: Send;
}

export interface Sandbox {
  /** Handles a request in this process, without HTTP. Rejects like `fetch` if a fault breaks the connection. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Sets the sandbox's clock, runs all actions that are due, and waits until their webhooks are sent. */
  advanceTo(instant: Date): Promise<Advance>;
  /** Runs the actions that are due at the current time. Returns the number of actions. */
  tick(): Promise<number>;
  /** Resolves when no webhook is being sent. */
  settled(): Promise<void>;
  /** Deletes all state except the offset of the clock. */
  reset(): void;
  close(): void;
  clock: SandboxClock;
  mailbox: Mailbox;
  faults: Faults;
  journal: Journal;
  gateway: Gateway;
  closing: AbortSignal;
}

const WEBHOOK_TIMEOUT_MS = 10_000;

type Parts = ControlParts & {
  mailbox: Mailbox;
  bank: BankService;
  slipOk: SlipService;
  siteUrl: string;
  publicUrl: string;
};

async function route(parts: Parts, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [, first = ''] = url.pathname.split('/');
  const isCommand = first === '_control' || url.pathname === '/bank/transfers';
  if (isCommand && isForeign(request, new URL(parts.publicUrl).origin))
    return refuse(403, 'FORBIDDEN', 'a browser may send only JSON, and only from the sandbox itself');
  if (first === 'omise') {
    const answer =
      (await answerGateway(parts.omise, request, url)) ?? (await answerOmisePages(parts.omise, request, url));
    return answer ?? nothingHere(url.pathname);
  }
  if (first === 'line' || apiPathOf(url.pathname) !== null) {
    return (await answerLine(parts.line, request, url)) ?? nothingHere(url.pathname);
  }
  if (first === 'mycloud') {
    return (await answerFulfilment(parts.fulfilment, request, url)) ?? nothingHere(url.pathname);
  }
  if (first === 'mail' || first === 'mail.json') return answerMail(parts.mailbox, request, url);
  if (first === 'bank') {
    for (const one of arrivedPayouts(parts.omise.gateway)) parts.bank.bank.receivePayout(one);
    return answerBank(parts.bank, request, url);
  }
  if (first === 'slipok') return answerSlipOk(parts.slipOk, request, url);
  if (first === 'ecwid') return answerShop(parts.shop, request, url);
  if (first === '_control') return answerControl(parts, request, url);
  // Browsers request an icon for every page. A 404 would appear as an error in the console.
  if (url.pathname === '/favicon.ico') return new Response(null, { status: 204 });
  if (url.pathname === '/') {
    return indexPage({
      now: parts.clock.ms(),
      charges: parts.omise.gateway.charges.size(),
      mails: parts.mailbox.mails.size(),
      lineMessages: parts.line.line.messages.size(),
      transfers: parts.bank.bank.transfers.size(),
      parcels: parts.fulfilment.warehouse.parcels.size(),
      siteUrl: parts.siteUrl,
    });
  }
  return nothingHere(url.pathname);
}

function openGateway(
  options: SandboxOptions,
  shared: Shared,
): { gateway: Gateway; webhooks: OmiseService['webhooks'] } {
  const { settings, publicUrl } = options;
  const { clock, agenda, store, faults, journal } = shared;
  const newId = options.newId ?? createIds();
  const webhooks = createGatewayWebhooks({
    deliver: options.deliver ?? createSend(WEBHOOK_TIMEOUT_MS),
    url: `${settings.appUrl}/api/webhooks/omise`,
    secrets: settings.omiseWebhookSecrets,
    accountVersion: settings.omiseAccountVersion,
    clock,
    newId,
    faults,
    journal,
    agenda,
  });
  const gateway = createGateway({
    settings: {
      publicKey: settings.omisePublicKey,
      secretKey: settings.omiseSecretKey,
      threeDS: settings.threeDS,
      appsOff: [],
      bankAnswersLater: false,
      linkEvents: false,
      accountVersion: settings.omiseAccountVersion,
      payoutFaults: [],
    },
    clock,
    newId,
    bases: { api: `${publicUrl}/omise/api`, pages: `${publicUrl}/omise`, promptpayRefundable: true },
    store,
    agenda,
    onExpiry: async (chargeId) => {
      const charge = gateway.charges.get(chargeId);
      if (charge?.status !== 'pending') return;
      if (charge.linkedAccount) approve(gateway, charge);
      else expire(gateway, charge, charge.expiresAt);
      await webhooks.sendNow(gateway.takeEvents(), 'expiry');
    },
    onLinkExpiry: async (id) => {
      actOnLinkedAccount(gateway, id, 'expire');
      await webhooks.sendNow(gateway.takeEvents(), 'expiry');
    },
    onSchedule: async (id) => {
      runSchedule(gateway, id);
      await webhooks.sendNow(gateway.takeEvents(), 'schedule');
    },
    nextChargeAt,
  });
  return { gateway, webhooks };
}

function openShared(options: SandboxOptions) {
  const clock = options.clock ?? createClock();
  const log = openLog(options.folder === null ? null : join(options.folder, 'log.jsonl'));
  return {
    clock,
    agenda: createAgenda(),
    store: createStore(log),
    faults: createFaults(),
    journal: createJournal(),
    closer: new AbortController(),
  };
}

type Shared = ReturnType<typeof openShared>;

function openProviders(options: SandboxOptions, shared: Shared) {
  const { settings, publicUrl } = options;
  const { clock, agenda, store, faults, journal, closer } = shared;
  const { gateway, webhooks } = openGateway(options, shared);
  const mailFolder = options.folder === null ? null : join(options.folder, 'mail');
  const context = { clock, faults, journal, closing: closer.signal };
  const deliver = options.deliver ?? createSend(WEBHOOK_PATIENCE_MS);
  return {
    context,
    gateway,
    webhooks,
    mailbox: createMailbox(store, clock, mailFolder),
    bank: createBank(store, clock, options.newId ?? createIds()),
    line: openLine({ settings, publicUrl, store, agenda, context, deliver }),
    fulfilment: openFulfilment({ settings, publicUrl, store, agenda, context, deliver }),
    shop: createShop(store, settings, publicUrl),
  };
}

function resetAll(
  options: SandboxOptions,
  shared: Shared,
  providers: ReturnType<typeof openProviders>,
): void {
  const { gateway, webhooks, line, fulfilment, mailbox } = providers;
  shared.faults.clear();
  shared.journal.clear();
  webhooks.clear();
  line.messenger.webhooks.clear();
  fulfilment.webhooks.clear();
  shared.agenda.clear();
  gateway.events.clear();
  gateway.settings.threeDS = options.settings.threeDS;
  Object.assign(gateway.settings, { appsOff: [], bankAnswersLater: false, linkEvents: false });
  gateway.bases.promptpayRefundable = true;
  shared.store.reset();
  mailbox.reset();
}

/** Creates the sandbox: all providers, their state and the control API. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const shared = openShared(options);
  const { settings, publicUrl } = options;
  const { clock, agenda, store, faults, journal, closer } = shared;
  const providers = openProviders(options, shared);
  const { context, gateway, webhooks, mailbox, bank, line, fulfilment, shop } = providers;
  store.load();
  gateway.takeEvents();
  const offset = store.kept('clock');
  if (typeof offset === 'number') clock.restore(offset);

  const settled = async () => {
    const all = [webhooks, line.messenger.webhooks, fulfilment.webhooks];
    await Promise.all(all.map((one) => one.settled()));
  };
  const omise: OmiseService = { gateway, webhooks, context };
  const advanceTo = async (instant: Date): Promise<Advance> => {
    if (instant.getTime() > clock.ms()) {
      clock.moveTo(instant);
      store.keep('clock', clock.offsetMs());
    }
    // Sends the webhooks in progress before the webhooks of the actions that are due.
    await settled();
    const fired = await agenda.runDue(clock.ms());
    await settled();
    return { fired, next: agenda.next() };
  };
  const reset = () => resetAll(options, shared, providers);
  const parts: Parts = {
    clock,
    agenda,
    faults,
    journal,
    omise,
    line,
    fulfilment,
    mailbox,
    advanceTo,
    reset,
    bank: { bank, context },
    slipOk: { apiKey: settings.slipOkApiKey, context, transfers: () => transfersOf(settings, bank, gateway) },
    shop: { shop, context },
    siteUrl: settings.siteUrl,
    publicUrl,
    appUrl: settings.appUrl,
    isProduction: settings.isProduction,
    token: settings.sandboxToken,
    forward: options.forward ?? createSend(null),
  };
  return {
    fetch: (input, init) => route(parts, input instanceof Request ? input : new Request(input, init)),
    advanceTo,
    tick: () => agenda.runDue(clock.ms()),
    settled,
    reset,
    close: () => {
      closer.abort();
      store.close();
    },
    clock,
    mailbox,
    faults,
    journal,
    gateway,
    closing: closer.signal,
  };
}

const GATEWAY_ACCOUNT = { name: 'OMISE CO LTD', account: '999-9-99999-9' };
const OTHER_ACCOUNT = { name: 'นาย สมชาย ใ', account: '111-1-12345-1' };

/** Returns the transfers of which a slip can be made: those at the bank, and the paid QR codes of the gateway. */
function transfersOf(
  { bankAccount: { name, number } }: SandboxSettings,
  bank: Bank,
  gateway: Gateway,
): SlipFacts[] {
  const own = { name, account: number };
  const paid = [...gateway.charges.values()].filter(
    ({ status, paidAt }) => status === 'successful' && paidAt,
  );
  return [
    ...bank.list().map(({ id, date, time, amount, isElsewhere }) => ({
      ref: refOf(id),
      date,
      time,
      amount,
      receiver: isElsewhere ? OTHER_ACCOUNT : own,
    })),
    ...paid.map(({ id, amount, paidAt }) => {
      const local = new Date((paidAt ?? 0) + 7 * 3_600_000).toISOString();
      return {
        ref: refOf(id),
        date: local.slice(0, 10),
        time: local.slice(11, 19),
        amount,
        receiver: GATEWAY_ACCOUNT,
      };
    }),
  ];
}

/**
 * Creates the sender of the gateway's webhooks. It signs them, never retries, and stores each response with
 * the event.
 */
function createGatewayWebhooks(parts: PostParts & { faults: Faults; agenda: Agenda }): Webhooks<EventRecord> {
  return createWebhooks({
    service: 'omise',
    url: parts.url,
    clock: parts.clock,
    faults: parts.faults,
    agenda: parts.agenda,
    subjectOf: (event) => (typeof event.data.id === 'string' ? event.data.id : null),
    factsOf: (event) => ({ ...event.data, key: event.key, data: event.data }),
    post: (event, kind) => post(event, parts, kind),
  });
}
