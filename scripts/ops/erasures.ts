import { isDay } from '@/domain/day';
import { eraseAgain, listErasures, readErasures } from '@/server/desk/acts/erasures';
import { columns, done, textOf, UsageError, type Command } from './command';
import { readSource } from './source';

export const erasuresCommand: Command = {
  usage: '[--since <day>]',
  about: 'lists the ids of erased accounts: keep the list outside the database, for `erase-again`',
  options: { since: { type: 'string' } },
  words: [0, 0],
  run: async (ctx, _words, values) => {
    const since = textOf(values, 'since') ?? null;
    if (since !== null && !isDay(since))
      throw new UsageError(`--since ${since} is no day, such as 2026-11-20.`);
    const erasures = await listErasures(ctx, since);
    return done(
      { erasures },
      erasures.map(({ accountId, erasedAt }) => `${accountId} ${erasedAt}`).join('\n'),
    );
  },
};

export const eraseAgainCommand: Command = {
  usage: '<file|url>',
  about: 'erases the accounts of such a list that a restored backup has brought back; may be repeated',
  options: {},
  words: [1, 1],
  run: async (ctx, [source = '']) => {
    const results = await eraseAgain(ctx, readErasures(await readSource(source)));
    const waiting = results.filter(({ result }) => result === 'waiting').length;
    const text = [
      columns(results.map(({ accountId, result }) => [accountId, result])),
      waiting === 0 ? 'Done.' : `${waiting} wait for a payment or are registering: run it again in an hour.`,
    ].join('\n');
    return { data: { results }, text, code: waiting === 0 ? 0 : 1 };
  },
};
