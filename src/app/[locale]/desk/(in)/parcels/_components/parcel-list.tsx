'use client';

import { useRef, useState } from 'react';
import { PARCEL_PAPERS, type ParcelPaper } from '@/domain/parcel-papers';
import { PARCEL_PROBLEMS } from '@/domain/parcel';
import { mayDo, type StaffRole } from '@/domain/staff';
import { Button } from '@/components/button';
import { saveFile, savePdf } from '@/components/save-file';
import { useI18n } from '@/locales/client';
import type { ParcelList as ListName } from '@/schemas/desk';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';
import { useDeskCommand } from '../../_components/use-desk-command';
import { orderNumberText } from '@/domain/order';
import { csvText } from '@/domain/csv';
import type { Parcel } from './parcel';
import { ParcelRow } from './parcel-row';
import { undoParcel } from './undo-parcel';
import classes from './parcels.module.css';

interface ParcelListProps {
  list: ListName;
  parcels: readonly Parcel[];
  /** The names of the products in the language of the page, by code. */
  names: Readonly<Record<string, string>>;
  role: StaffRole;
}

/** A page of parcels, with what can be done about the selected ones, or about all of one cause. */
export function ParcelList({ list, parcels, names, role }: ParcelListProps) {
  const t = useI18n();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const mayChange = mayDo(role, 'parcels.change');
  const chosen = parcels.filter(({ orderId }) => selected.has(orderId));
  const causes = PARCEL_PROBLEMS.filter((one) => parcels.some(({ problem }) => problem === one));
  const toggle = (orderId: string) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(orderId)) after.add(orderId);
      return after;
    });
  if (parcels.length === 0) return <p className="card mt-5">{t('deskParcels.empty')}</p>;
  return (
    <>
      {mayChange && list === 'held' && causes.map((problem) => <RetryAll key={problem} problem={problem} />)}
      <section className={`surface ${classes.list}`}>
        {mayChange && (
          <label className={classes.all}>
            <input
              type="checkbox"
              checked={chosen.length === parcels.length}
              onChange={(event) =>
                setSelected(new Set(event.currentTarget.checked ? parcels.map(({ orderId }) => orderId) : []))
              }
            />
            {t('deskParcels.selectAll')}
          </label>
        )}
        <ul>
          {parcels.map((parcel) => (
            <ParcelRow
              key={parcel.orderId}
              parcel={parcel}
              names={names}
              role={role}
              selected={selected.has(parcel.orderId)}
              onSelect={mayChange ? () => toggle(parcel.orderId) : undefined}
            />
          ))}
        </ul>
      </section>
      {chosen.length > 0 && <Selected list={list} chosen={chosen} names={names} />}
    </>
  );
}

/** Asks fulfilment again for all parcels of one cause, such as a product that is back in stock. */
function RetryAll({ problem }: { problem: (typeof PARCEL_PROBLEMS)[number] }) {
  const t = useI18n();
  return (
    <div className={classes.cause}>
      <p>{t(`deskParcels.problem.${problem}`)}</p>
      <Act
        act={t('deskParcels.retryAll')}
        label={`${t('deskParcels.retryAll')}: ${t(`deskParcels.problem.${problem}`)}`}
        text={t('deskParcels.retryAllText')}
        run={async () => {
          const { retried } = await desk.parcels.retryProblem.mutate({ problem });
          return t('deskParcels.retriedAll', { count: retried });
        }}
      />
    </div>
  );
}

/** Runs a call for each item, one after the other. A refused one does not keep the others. */
async function settleEach<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<unknown> | undefined,
): Promise<{ done: unknown[]; refusals: unknown[] }> {
  const done: unknown[] = [];
  const refusals: unknown[] = [];
  for (const item of items)
    try {
      done.push(await call(item));
    } catch (error) {
      refusals.push(error);
    }
  return { done, refusals };
}

interface SelectedProps {
  list: ListName;
  chosen: readonly Parcel[];
  names: Readonly<Record<string, string>>;
}

/** What can be done about the selected parcels: papers, the file of the courier, arrival. */
function Selected({ list, chosen, names }: SelectedProps) {
  const t = useI18n();
  const command = useDeskCommand();
  const orderIds = chosen.map(({ orderId }) => orderId);
  const print = (kind: ParcelPaper) =>
    command.act(async () => {
      const { pdf, count } = await desk.parcels.papers.query({ orderIds, kind });
      if (count === 0) throw new Error(t('deskParcels.papers.none'));
      savePdf(pdf, `${kind}.pdf`);
    }, null);
  const saveCsv = () => {
    const text = courierCsv(t('deskParcels.csvHead'), chosen, names);
    saveFile(new Blob([text], { type: 'text/csv' }), 'courier.csv');
  };
  const answers = useRef<unknown[]>([]);
  // One that arrived meanwhile must not keep the others.
  const markArrived = async () => {
    answers.current = (
      await settleEach(orderIds, (orderId) => desk.parcels.markDelivered.mutate({ orderId }))
    ).done;
    return t('deskParcels.arrivedAllDone', { count: answers.current.length });
  };
  const takeAllBack = async () => {
    const { refusals } = await settleEach(answers.current, (answer) => undoParcel(answer)?.());
    if (refusals.length > 0) throw refusals[0];
  };
  return (
    <div
      className={classes.bulk}
      role="region"
      aria-label={t('deskParcels.selected', { count: chosen.length })}
    >
      <p>{t('deskParcels.selected', { count: chosen.length })}</p>
      {PARCEL_PAPERS.map((kind) => (
        <Button key={kind} look="secondary" busy={command.busy} onClick={() => void print(kind)}>
          {t(`deskParcels.papers.${kind}`)}
        </Button>
      ))}
      <Button look="secondary" onClick={saveCsv}>
        {t('deskParcels.courierFile')}
      </Button>
      {(list === 'sent' || list === 'late') && (
        <Act
          act={t('deskParcels.arrivedAll')}
          text={t('deskParcels.arrivedAllText')}
          run={markArrived}
          undo={() => takeAllBack}
        />
      )}
      {command.problem && <p role="alert">{command.problem.message}</p>}
    </div>
  );
}

/** Returns the file of parcels for a courier, as CSV that spreadsheets read as UTF-8. Parcels without an address are left out. */
function courierCsv(
  head: string,
  parcels: readonly Parcel[],
  names: Readonly<Record<string, string>>,
): string {
  const rows = parcels.flatMap(({ to, orderNumber, items }) => {
    if (!to) return [];
    const packs = items.map(({ sku, quantity }) => `${quantity} ${names[sku] ?? sku}`).join(' + ');
    return [[orderNumberText(orderNumber), to.name, to.phone, to.address, to.postalCode, packs]];
  });
  return csvText([head.split(','), ...rows]);
}
