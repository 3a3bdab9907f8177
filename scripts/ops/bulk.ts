import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import {
  BULK_ROW_STATES,
  BULK_WORKS,
  SAID_BULK_CODES,
  type BulkChange,
  type BulkCode,
  type BulkWork,
} from '@/domain/bulk';
import { inRowSets } from '@/domain/moving-file';
import { readPeopleFile } from '@/domain/people-file';
import { translate } from '@/locales/translate';
import { BULK_PEOPLE_AT_ONCE, openBulkInput } from '@/schemas/bulk';
import { subscriberFilter } from '@/schemas/subscriber-filter';
import { addPeople, openBulk } from '@/server/desk/acts/open-bulk';
import { baht, type OperatorCtx } from '@/server/desk/acts/operator';
import { listBulk, readBulk, readBulkRows } from '@/server/desk/reads/bulk';
import { beginBulk, bulkWork, stopBulk } from '@/server/subscriber/bulk/run-bulk';
import { bangkok, columns, done, textOf, UsageError, type Command, type Said, type Values } from './command';
import { readSource } from './source';

const ROWS_AT_ONCE = 1000;
const LEFT_OUT_SHOWN = 50;
const FILTERS = Object.keys(subscriberFilter.omit({ accountId: true }).shape);

/** Returns the change that words such as `move 3` name, unchecked. */
function changeOf([kind = '', first = '', second]: string[]): unknown {
  switch (kind) {
    case 'move':
      return { kind, days: Number(first) };
    case 'swap':
      return { kind, from: first, to: second === 'nothing' ? null : second };
    case 'pause':
      return { kind, until: first };
    case 'points':
      return { kind, points: Number(first) };
    default:
      throw new UsageError(`There is no change ${kind}.`);
  }
}

/** Opens and rehearses a change. @returns its id */
async function open(ctx: OperatorCtx, words: string[], values: Values): Promise<string> {
  const file = textOf(values, 'subscribers');
  const fitting = FILTERS.filter((name) => values[name] !== undefined);
  if ([file !== undefined, fitting.length > 0, values.all === true].filter(Boolean).length !== 1)
    throw new UsageError('Give either --subscribers, --all, or what the subscribers must fit.');
  const lines = file === undefined ? [] : readPeopleFile(await readSource(file));
  if (!lines) throw new UsageError(translate('en', 'deskBulk.noPeople'));
  const asked = openBulkInput.safeParse({
    key: randomUUID(),
    change: changeOf(words),
    filter: file === undefined ? Object.fromEntries(fitting.map((name) => [name, values[name]])) : null,
    fileName: file === undefined ? null : basename(file).slice(0, 200),
    en: values['why-en'] ?? '',
    th: values['why-th'] ?? '',
  });
  if (!asked.success)
    throw new UsageError(`Not accepted: ${asked.error.issues.map(({ path }) => path.join('.')).join(', ')}.`);
  const { bulkId } = await openBulk(ctx, asked.data);
  for (const set of inRowSets(lines, BULK_PEOPLE_AT_ONCE)) await addPeople(ctx, { bulkId, lines: set });
  await work(ctx, bulkId, 'rehearse');
  return bulkId;
}

async function work(ctx: OperatorCtx, bulkId: string, one: BulkWork): Promise<void> {
  await beginBulk(ctx, { bulkId, work: one });
  await bulkWork.finish(ctx, bulkId);
}

async function act(ctx: OperatorCtx, bulkId: string, name: string): Promise<void> {
  const begun = BULK_WORKS.find((one) => one === name);
  if (begun) await work(ctx, bulkId, begun);
  else if (name === 'stop') await stopBulk(ctx, bulkId);
  else if (name === 'continue') await bulkWork.finish(ctx, bulkId);
  else throw new UsageError(`There is no step ${name}.`);
}

async function leftOutOf(ctx: OperatorCtx, bulkId: string) {
  const all: Awaited<ReturnType<typeof readBulkRows>> = [];
  for (let after = 0; ; after = all.at(-1)?.line ?? 0) {
    const page = await readBulkRows(ctx, { bulkId, leftOut: true, after, limit: ROWS_AT_ONCE });
    all.push(...page);
    if (page.length < ROWS_AT_ONCE) return all;
  }
}

const changeText = (change: BulkChange) => Object.values(change).join(' ');

function reasonOf(code: BulkCode): string {
  const known = SAID_BULK_CODES.find((one) => one === code);
  return known ? translate('en', `deskBulk.code.${known}`) : translate('en', 'deskBulk.code.other', { code });
}

async function report(ctx: OperatorCtx, bulkId: string): Promise<Said> {
  const found = await readBulk(ctx, bulkId);
  const leftOut = await leftOutOf(ctx, bulkId);
  const { state, change, counts, all, through, priced, effect } = found;
  const more = leftOut.length - LEFT_OUT_SHOWN;
  const text = [
    `${bulkId}  ${changeText(change)}: ${state}, ${through} of ${all}`,
    columns(BULK_ROW_STATES.map((name) => [name, String(counts[name])])),
    ...(priced > 0
      ? [`  ${translate('en', 'deskBulk.effect', { count: priced, total: baht(effect) })}`]
      : []),
    ...leftOut
      .slice(0, LEFT_OUT_SHOWN)
      .map(
        ({ line, accountId, code }) => `  line ${line}  ${accountId ?? ''}  ${code ? reasonOf(code) : ''}`,
      ),
    ...(more > 0 ? [`  … and ${more} more, which --json lists`] : []),
  ].join('\n');
  return { data: { bulkId, ...found, leftOut }, text, code: leftOut.length > 0 ? 2 : 0 };
}

async function list(ctx: OperatorCtx): Promise<Said> {
  const changes = await listBulk(ctx);
  const cells = changes.map(({ bulkId, change, state, createdAt }) => [
    ...[bulkId, bangkok(createdAt.toISOString()), changeText(change), state],
  ]);
  return done({ changes }, columns(cells));
}

export const bulkCommand: Command = {
  usage:
    '(move <days> | swap <product> <product|nothing> | pause <day> | points <n>) ' +
    `(--subscribers <file> | --all | ${FILTERS.map((name) => `--${name}`).join(' ')}) [--why-en <text>] [--why-th <text>] | ` +
    '<bulkId> [rehearse | run | stop | continue | undo]',
  about:
    'rehearses one change for many subscribers, which changes nothing; then makes it, stops it or takes it back',
  options: {
    ...Object.fromEntries(
      [...FILTERS, 'subscribers', 'why-en', 'why-th'].map((name) => [name, { type: 'string' as const }]),
    ),
    all: { type: 'boolean' },
  },
  words: [0, 3],
  run: async (ctx, words, values) => {
    const [target, step, ...rest] = words;
    if (target === undefined) return list(ctx);
    if (!/^blk_\w+$/.test(target)) return report(ctx, await open(ctx, words, values));
    if (rest.length > 0) throw new UsageError(`${rest[0]} is too much.`);
    if (step !== undefined) await act(ctx, target, step);
    return report(ctx, target);
  },
};
