import { startGateway } from './cohort';
import { countRow, openCounter } from './counting';
import { processCpuSeconds, serverCpuSeconds } from './cpu';
import type { Report } from './report';
import type { Asked } from './requests';
import type { Size, Stage } from './stage';
import { targetText, verdictOf } from './verdict';

/** Number of sign-ups. One IP address may begin 300 registrations an hour. */
const SIGN_UPS = 200;
const WARM_UP = 40;
const CONNECTIONS = 4;
/** The most CPU time in ms of the web process for one sign-up. */
const CPU = { atMost: 70 };

interface Visitor {
  number: number;
  cookie: string;
}

/** The three requests from a new visitor to a paid first order. */
const STEPS: { name: string; ask: (visitor: Visitor) => Asked }[] = [
  {
    name: 'POST /api/register',
    ask: ({ number }) => ({
      path: '/api/register',
      body: {
        plan: { frequency: 1, paymentDay: 25, items: [{ productCode: 'day-pads', quantity: 3 }] },
        details: { firstName: 'Mali', lastName: 'Suksan', phone: '0812345678' },
        email: `mali-${number}@bench.test`,
        password: 'correct horse battery',
        locale: 'en',
        consent: true,
      },
    }),
  },
  {
    name: 'POST /api/register/delivery',
    ask: ({ cookie }) => ({
      path: '/api/register/delivery',
      cookie,
      body: {
        address: '1 Soi Sukhumvit 26',
        subdistrict: 'Khlong Toei',
        district: 'Khlong Toei',
        province: 'Bangkok',
        postalCode: '10110',
      },
    }),
  },
  {
    name: 'POST /api/register/payment/card',
    ask: ({ cookie, number }) => ({
      path: '/api/register/payment/card',
      cookie,
      body: { cardToken: `tokn_test_bench${number}` },
    }),
  },
];

let visitors = 0;
const newVisitor = (): Visitor => ({ number: (visitors += 1), cookie: '' });

/** Sends one step of one visitor, and stores the session cookie. */
async function send(port: number, step: (typeof STEPS)[number], visitor: Visitor): Promise<void> {
  const { path, body } = step.ask(visitor);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: visitor.cookie },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`);
  const session = response.headers.getSetCookie().find((cookie) => /^(__Host-)?session=/.test(cookie));
  if (session) visitor.cookie = session.split(';', 1)[0] ?? '';
}

async function sendAll(port: number, step: (typeof STEPS)[number], visitors: Visitor[]): Promise<void> {
  const queue = visitors.values();
  const runQueue = async () => {
    for (const visitor of queue) await send(port, step, visitor);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runQueue));
}

/**
 * Measures sign-ups by REST from nothing to a paid first order: CPU time of the web process and of PostgreSQL, by
 * request, and the statements of each. Receipts and mails belong to the worker, which does not run here.
 */
export async function signUps(stage: Stage, _size: Size): Promise<Report[]> {
  const url = await stage.database('sign-ups');
  const gateway = await startGateway(stage);
  const settings = { OMISE_API_URL: gateway.url };
  const web = await stage.web(url, settings);
  const warmUp = Array.from({ length: WARM_UP }, newVisitor);
  for (const step of STEPS) await sendAll(web.port, step, warmUp);

  const measured = Array.from({ length: SIGN_UPS }, newVisitor);
  const rows: Report['rows'] = [];
  const cpu = () => [processCpuSeconds(web.pid) ?? NaN, serverCpuSeconds(stage.cluster.pid) ?? NaN] as const;
  let [seconds, total] = [0, 0];
  for (const step of STEPS) {
    stage.signal.throwIfAborted();
    const [started, [webBefore, postgresBefore]] = [performance.now(), cpu()];
    await sendAll(web.port, step, measured);
    const [webAfter, postgresAfter] = cpu();
    seconds += (performance.now() - started) / 1000;
    const webMs = ((webAfter - webBefore) * 1000) / SIGN_UPS;
    total += webMs;
    rows.push({
      request: step.name,
      'CPU ms, web': webMs,
      'CPU ms, PostgreSQL': ((postgresAfter - postgresBefore) * 1000) / SIGN_UPS,
    });
  }
  rows.push({
    request: 'sign-up to paid order',
    'CPU ms, web': total,
    target: targetText(CPU),
    verdict: verdictOf(total, CPU),
    'per second': SIGN_UPS / seconds,
  });
  return [
    {
      title: `sign-ups: ${SIGN_UPS} visitors, ${CONNECTIONS} at once, step by step`,
      rows,
      notes: ['web: production build, worker off: it writes receipts and sends mails; the gateway is a stub'],
    },
    await countStatements(stage, url, settings, web.port),
  ];
}

async function countStatements(
  stage: Stage,
  url: string,
  settings: Record<string, string>,
  port: number,
): Promise<Report> {
  const counter = await openCounter(stage, url, settings);
  const rows: Report['rows'] = [];
  // The first visitors warm up the process, and the last one counts.
  for (const isCounted of [false, false, true]) {
    const visitor = newVisitor();
    const [register, ...later] = STEPS;
    if (!register) break;
    const count = await counter.count(register.ask(newVisitor()));
    if (isCounted) rows.push(countRow(register.name, count));
    await send(port, register, visitor);
    for (const step of later) {
      const counted = await counter.count(step.ask(visitor));
      if (isCounted) rows.push(countRow(step.name, counted));
    }
  }
  await counter.stop();
  return { title: 'sign-ups: database work of one request', rows, notes: [] };
}
