import { previewBill, runBill, type BillPreview } from '@/server/desk/acts/bill';
import { baht } from '@/server/desk/acts/operator';
import {
  pauseBilling,
  setBillingBatch,
  switchIncident,
  switchMaintenance,
} from '@/server/desk/acts/switches';
import { repairMenus } from '@/server/subscriber/line-chat/repair-menus';
import { bangkok, columns, done, textOf, UsageError, type Command } from './command';

function sayPreview({ asOf, paused, orders, jobs }: BillPreview): string {
  const rows = orders.map(({ what, paymentDate, total, orderId, accountId }) => [
    what,
    paymentDate,
    baht(total),
    orderId,
    accountId,
  ]);
  const found = jobs.map(({ name, found }) => [name, String(found)]);
  return [
    `As of ${bangkok(asOf)} (Bangkok). Nothing was written.`,
    ...(paused ? ['Billing is paused: nothing would be charged.'] : []),
    orders.length === 0 ? 'Orders: none' : `Orders: ${orders.length}\n${columns(rows)}`,
    jobs.length === 0 ? 'Scheduled jobs: none would find anything' : `Scheduled jobs:\n${columns(found)}`,
  ].join('\n');
}

export const menusCommand: Command = {
  usage: '',
  about: 'creates the rich menus that LINE does not have in their present version, and deletes former ones',
  options: {},
  words: [0, 0],
  run: async (ctx) => {
    const repair = await repairMenus(ctx);
    const { created, kept, deleted, waiting } = repair;
    const still =
      waiting === 0 ? '' : ` ${waiting} former ones are deleted by the next run: people still see them.`;
    return done(repair, `Menus: ${created} created, ${kept} kept, ${deleted} deleted.${still}`);
  },
};

export const billCommand: Command = {
  usage: '[--as-of <day|instant>] [--dry-run]',
  about: 'does what is due now, or outside production as of a later day (its 09:00) or instant',
  options: { 'as-of': { type: 'string' }, 'dry-run': { type: 'boolean' } },
  words: [0, 0],
  run: async (ctx, _words, values) => {
    const asOf = textOf(values, 'as-of');
    if (values['dry-run']) {
      const preview = await previewBill(ctx, asOf);
      return done(preview, sayPreview(preview));
    }
    const counts = await runBill(ctx, asOf);
    const rows = Object.entries(counts).map(([name, count]) => [name, String(count)]);
    return { data: counts, text: columns(rows, ''), code: counts.failed > 0 ? 1 : 0 };
  },
};

const pausing = (paused: boolean): Command => ({
  usage: '',
  about: paused
    ? 'stops billing: nothing is charged and no payment link is made until `resume`'
    : 'lets billing go on; what fell due meanwhile is caught up within a minute',
  options: {},
  words: [0, 0],
  run: async (ctx) => {
    const answer = await pauseBilling(ctx, paused);
    const state = paused ? 'paused' : 'running';
    return done(
      { changed: answer.changed, paused },
      answer.changed ? `Billing is ${state}.` : `Billing was ${state} already.`,
    );
  },
});
export const pauseCommand = pausing(true);
export const resumeCommand = pausing(false);

export const batchCommand: Command = {
  usage: '<size>',
  about: 'sets how many rows a billing run handles in one transaction; 1: each by itself',
  options: {},
  words: [1, 1],
  run: async (ctx, [word = '']) => {
    const size = Number(word);
    const { changed } = await setBillingBatch(ctx, size);
    return done({ changed, size }, `Billing handles sets of ${size}${changed ? '' : ' as before'}.`);
  },
};

function onOff(word: string): boolean {
  if (word !== 'on' && word !== 'off') throw new UsageError(`${word || 'Nothing'} is neither on nor off.`);
  return word === 'on';
}

const sayTurned = (name: string, changed: boolean, on: boolean) =>
  `${name} is ${on ? 'on' : 'off'}${changed ? '' : ' as before'}. Pages show it within seconds.`;

export const incidentCommand: Command = {
  usage: 'on [<text> [--th <text>]] | off',
  about: 'shows the incident banner, in the usual words or your own, or takes it away',
  options: { th: { type: 'string' } },
  words: [1, 2],
  run: async (ctx, [word = '', text], values) => {
    const on = onOff(word);
    const th = textOf(values, 'th');
    if (!on && (text ?? th) !== undefined) throw new UsageError('`incident off` takes no text.');
    if (text === undefined && th !== undefined) throw new UsageError('--th needs the English text too.');
    const words = text === undefined ? null : { en: text, th: th ?? text };
    const { changed } = await switchIncident(ctx, on, words);
    return done({ changed, on, text: words }, sayTurned('The incident banner', changed, on));
  },
};

export const maintenanceCommand: Command = {
  usage: 'on | off',
  about: 'closes the site for maintenance, or opens it',
  options: {},
  words: [1, 1],
  run: async (ctx, [word = '']) => {
    const answer = await switchMaintenance(ctx, onOff(word));
    return done(answer, sayTurned('Maintenance', answer.changed, answer.on));
  },
};
