'use client';

import { useState } from 'react';
import { TextInput } from '@/components/forms/text-input';
import type { Day } from '@/domain/day';
import type { ProductCode } from '@/domain/product';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../../_components/act';

const PACKS = /^\d{1,6}$/;

/** Records what was counted of a product, or what came or will come. */
export function RecordStock({ code, name }: { code: ProductCode; name: string }) {
  const t = useI18n();
  const [packs, setPacks] = useState('');
  const [day, setDay] = useState('');
  const [isWrong, setWrong] = useState(false);
  const check = () => {
    const isRight = PACKS.test(packs.trim());
    setWrong(!isRight);
    return isRight;
  };
  const save = async (kind: 'count' | 'arrival') => {
    const onDay = kind === 'arrival' && day !== '' ? (day as Day) : null;
    await desk.parcels.recordStock.mutate({ code, kind, packs: Number(packs), onDay });
    setPacks('');
    setDay('');
  };
  const field = (
    <TextInput
      label={t('deskParcels.stock.packs')}
      inputMode="numeric"
      value={packs}
      error={isWrong ? t('deskParcels.stock.packsWrong') : undefined}
      onChange={(event) => setPacks(event.currentTarget.value)}
    />
  );
  return (
    <>
      <Act
        act={t('deskParcels.stock.count')}
        label={t('deskParcels.stock.countOf', { product: name })}
        text={t('deskParcels.stock.countText')}
        check={check}
        run={() => save('count')}
        done={t('deskParcels.stock.saved')}
      >
        {field}
      </Act>
      <Act
        act={t('deskParcels.stock.arrival')}
        label={t('deskParcels.stock.arrivalOf', { product: name })}
        text={t('deskParcels.stock.arrivalText')}
        check={check}
        run={() => save('arrival')}
        done={t('deskParcels.stock.saved')}
      >
        {field}
        <TextInput
          label={`${t('deskParcels.stock.day')} (${t('common.optional')})`}
          type="date"
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </Act>
    </>
  );
}
