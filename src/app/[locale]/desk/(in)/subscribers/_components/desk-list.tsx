import Link from 'next/link';
import { mayDo, type StaffRole } from '@/domain/staff';
import { ButtonLink } from '@/components/button';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { DESK_LISTS, DESK_LIST_NAMES, listQuery, type DeskListInput } from '@/schemas/desk-lists';
import type { DeskOutputs } from '@/trpc/desk';
import { DeskTabs } from '../../_components/desk-tabs';
import { KNOWN_MESSAGES, messageText } from '../[accountId]/_components/event-text';
import { EndCode } from './end-code';
import { columnsOf, nameText, shownColumns, type Column, type Row } from './list-columns';
import { ListFilter } from './list-filter';
import classes from './list.module.css';
import frame from '../../_components/desk.module.css';
import { SaveCsv } from './save-csv';
import { Views } from './views';

interface DeskListProps {
  asked: DeskListInput;
  page: DeskOutputs['today']['list'];
  views: DeskOutputs['today']['views'];
  /** The chosen columns; empty for the usual ones. */
  chosen: readonly string[];
  role: StaffRole;
  locale: Locale;
}

/** One list of the desk: its tabs, its filter, a page of its rows, and a file of all of them. */
export async function DeskList({ asked, page, views, chosen, role, locale }: DeskListProps) {
  const t = await getI18n();
  const { list, after } = asked;
  const { rows, next, part, from, until } = page;
  const names = new Map(
    await Promise.all(KNOWN_MESSAGES.map(async (kind) => [kind, await messageText(kind)] as const)),
  );
  const messageName = (kind: string) => names.get(kind) ?? kind;
  const all = columnsOf(list, part, { t, locale, messageName });
  const columns = shownColumns(all, chosen);
  const first = t(`deskLists.columns.${list === 'codes' ? 'code' : 'name'}`);
  const nameOf = (row: Row) => nameText(list, row, t);
  const head = [first, ...columns.map(({ name }) => t(`deskLists.columns.${name}`))];
  const inEffect = { ...asked, part, from, until, after: undefined };
  const pathOf = (changes: Record<string, string | null | undefined>, path = LISTS) => {
    const query = listQuery({ ...inEffect, ...changes }, path === LISTS ? chosen : []);
    return localePath(locale, `${path}?${query}`);
  };
  return (
    <>
      <h1>{t(`deskLists.list.${list}`)}</h1>
      <Tabs list={list} role={role} locale={locale} />
      <Views
        views={views}
        path={localePath(locale, LISTS)}
        asked={{ ...asked, after: undefined }}
        columns={[...chosen]}
      />
      <ListFilter asked={asked} page={page} names={names} locale={locale}>
        <ColumnChoice all={all} shown={columns} />
      </ListFilter>
      {rows.length === 0 ? (
        <div className="card mt-5">
          <p>{t('deskLists.empty')}</p>
          <Link href={localePath(locale, `/desk/subscribers?list=${list}`)} className="tap">
            {t('deskLists.clear')}
          </Link>
        </div>
      ) : (
        <section className={`surface ${classes.list}`}>
          <Table
            list={list}
            rows={rows}
            columns={columns}
            first={first}
            nameOf={nameOf}
            role={role}
            locale={locale}
            heads={head.slice(1)}
            mayEnd={list === 'codes' && mayDo(role, 'operation.change')}
          />
        </section>
      )}
      <div className="actions mt-3">
        {after !== undefined && (
          <ButtonLink href={pathOf({})} look="secondary">
            {t('deskParcels.first')}
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink href={pathOf({ after: next })} look="secondary">
            {t('deskLists.next')}
          </ButtonLink>
        )}
        {list === 'subscribers' && rows.length > 0 && mayDo(role, 'subscribers.writeToGroup') && (
          <Link href={pathOf({ list: null }, '/desk/messages/write')} className="tap">
            {t('deskMessages.write.openGroup')}
          </Link>
        )}
        {list === 'subscribers' && mayDo(role, 'subscribers.changeGroup') && (
          <Link href={pathOf({ list: null }, '/desk/subscribers/bulk')} className="tap">
            {t('deskBulk.open')}
          </Link>
        )}
        {list === 'messages' && (
          <Link href={localePath(locale, '/desk/messages')} className="tap">
            {t('deskMessages.kinds')}
          </Link>
        )}
        {rows.length > 0 && (
          <SaveCsv
            asked={{
              ...asked,
              part: part ?? undefined,
              from: from ?? undefined,
              until: until ?? undefined,
            }}
            names={names}
            head={head}
            chosen={chosen}
          />
        )}
      </div>
    </>
  );
}

const LISTS = '/desk/subscribers';

/** The columns as boxes of the filter's form, so that the address keeps them. */
async function ColumnChoice({ all, shown }: { all: readonly Column[]; shown: readonly Column[] }) {
  const t = await getI18n();
  return (
    <details className={frame.more}>
      <summary className="tap">{t('deskLists.columnsOf')}</summary>
      <div className={frame.filter}>
        {all.map(({ name }) => (
          <label key={name} className="tick">
            <input
              type="checkbox"
              name="columns"
              value={name}
              defaultChecked={shown.some((one) => one.name === name)}
            />
            {t(`deskLists.columns.${name}`)}
          </label>
        ))}
      </div>
    </details>
  );
}

/** The lists that the role may see. */
async function Tabs({ list, role, locale }: { list: string; role: StaffRole; locale: Locale }) {
  const t = await getI18n();
  const shown = DESK_LIST_NAMES.filter((one) => mayDo(role, DESK_LISTS[one].action));
  if (shown.length < 2) return null;
  return (
    <DeskTabs
      label={t('deskLists.lists')}
      tabs={shown.map((one) => ({
        href: localePath(locale, `/desk/subscribers?list=${one}`),
        text: t(`deskLists.list.${one}`),
        isHere: one === list,
      }))}
    />
  );
}

interface TableProps {
  list: DeskListInput['list'];
  rows: readonly Row[];
  columns: readonly Column[];
  first: string;
  heads: readonly string[];
  nameOf: (row: Row) => string;
  role: StaffRole;
  locale: Locale;
  mayEnd: boolean;
}

/** The rows as a table. On a phone each row is a block whose cells have their column's name. */
function Table({ list, rows, columns, first, heads, nameOf, role, locale, mayEnd }: TableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map(({ name, isNumber }, at) => (
            <th key={name} scope="col" data-number={isNumber}>
              {heads[at]}
            </th>
          ))}
          {mayEnd && <td />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-row={row.accountId === null ? undefined : true}>
            <th scope="row">
              {row.accountId !== null && mayDo(role, 'subscribers.read') ? (
                <Link
                  href={localePath(locale, `/desk/subscribers/${row.accountId}`)}
                  prefetch={false}
                  className="tap"
                >
                  {nameOf(row)}
                </Link>
              ) : (
                nameOf(row)
              )}
            </th>
            {columns.map(({ name, text, isNumber }, at) => (
              <td key={name} data-head={heads[at]} data-number={isNumber} data-empty={text(row) === ''}>
                {text(row)}
              </td>
            ))}
            {mayEnd && <td>{list === 'codes' && row.state !== 'ended' && <EndCode code={row.id} />}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
