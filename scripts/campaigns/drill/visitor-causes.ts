import { setTimeout as sleep } from 'node:timers/promises';
import { createBrowser, registerSubscriber, registration } from '../../../src/testing/browser';
import { callDesk, memberBrowser } from '../../../src/testing/desk';
import { keep, nothing, requestLink, times, type Cause } from './alert-causes';
import { ops } from './ops';

const items = [{ productCode: 'day-pads', quantity: 2 }];

const ATTACKS: Cause[] = [
  {
    title: 'wrong passwords of one account, about a hundred a second',
    alerts: ['CredentialsGuessed'],
    cause: async ({ world }) => {
      const { email } = await registerSubscriber(world);
      const guess = () => createBrowser(world).post('/api/login', { email, password: 'wrong horse' });
      return keep(() => times(200, guess), 0);
    },
  },
  {
    title: 'log-ins to the desk with an invented link',
    alerts: ['DeskLogInsFail'],
    cause: async ({ world }) => {
      const browser = createBrowser(world);
      await times(30, () => callDesk(browser, 'entry.invitation', { input: { secret: 'x'.repeat(43) } }));
      return nothing;
    },
  },
  {
    title: 'a member of the warehouse opens the team page',
    alerts: ['DeskRolesRefused'],
    cause: async ({ world }) => {
      const browser = await memberBrowser(world, 'warehouse');
      await times(15, () => callDesk(browser, 'team.members', { kind: 'query' }));
      return nothing;
    },
  },
  {
    title: 'an owner searches through all subscribers again and again',
    alerts: ['DeskReadsMany'],
    cause: async ({ world }) => {
      const browser = await memberBrowser(world, 'owner');
      const search = { input: { q: 'Mali', page: 1 }, kind: 'query' } as const;
      return keep(() => times(50, () => callDesk(browser, 'subscribers.search', search)), 0);
    },
  },
  {
    title: 'log-in links to one address, again and again',
    alerts: ['StrangerMailsLimited'],
    cause: async ({ world }) => {
      const { email } = await registerSubscriber(world);
      await times(150, () => requestLink(world, email));
      return nothing;
    },
  },
  {
    title: 'log-in links to addresses without an account',
    alerts: ['EmailsEnumerated'],
    cause: async ({ world }) => {
      await times(60, (n) => requestLink(world, `unknown${n}@example.test`));
      return nothing;
    },
  },
  {
    title: 'invented referral codes',
    alerts: ['CodesGuessed'],
    cause: async ({ world }) => {
      await times(90, (n) =>
        createBrowser(world).post('/api/referral-codes/apply', { code: `IRA-${100_000 + n}`, items }),
      );
      return nothing;
    },
  },
  {
    title: 'more than 1,000 stored responses of one network',
    alerts: ['StoredResponsesLimited'],
    cause: async ({ world }) => {
      await times(1_100, (n) =>
        createBrowser(world).post(
          '/api/referral-codes/apply',
          { code: 'NONE', items },
          { 'idempotency-key': `drill ${n}` },
        ),
      );
      return nothing;
    },
  },
];

const SITE: Cause[] = [
  {
    title: 'PostgreSQL is away, while visitors register',
    alerts: ['DatabaseUnavailable', 'RequestsFailing', 'MoneyPathsFailing', 'MoneyPathsFailingSlowly'],
    cause: async ({ world, server }) => {
      await server.kill();
      const end = keep(() => createBrowser(world).post('/api/register', registration()));
      return async () => {
        await server.start();
        await end();
      };
    },
  },
  {
    title: 'a web process gets no CPU for 800 of 1,000 ms, while subscribers read',
    alerts: ['EventLoopBlocked', 'CallsSlow'],
    cause: async ({ world, web }) => {
      const { browser } = await registerSubscriber(world);
      const reads = Array.from({ length: 4 }, () => keep(() => browser.get('/api/me')));
      const pauses = keep(async () => {
        web.kill('SIGSTOP');
        await sleep(800);
        web.kill('SIGCONT');
      }, 200);
      return () => Promise.all([...reads.map((end) => end()), pauses()]);
    },
  },
  {
    title: 'the site is closed and forgotten',
    alerts: ['MaintenanceForLong'],
    cause: async ({ world }) => {
      await ops(world, 'maintenance', 'on');
      return () => ops(world, 'maintenance', 'off');
    },
  },
];

/** What visitors, members of the desk and the machine do to the site. */
export const VISITOR_CAUSES: readonly Cause[] = [...ATTACKS, ...SITE];
