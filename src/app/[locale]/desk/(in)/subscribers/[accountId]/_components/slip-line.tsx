'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { useDeskCommand } from '../../../_components/use-desk-command';
import own from './order-cards.module.css';

/** A transfer slip that the payer sent, with its picture when it is asked for. */
export function SlipLine({
  slipId,
  text,
  hasPicture,
}: {
  slipId: string;
  text: string;
  hasPicture: boolean;
}) {
  const t = useI18n();
  const { act, busy } = useDeskCommand();
  const [picture, setPicture] = useState<string | null>(null);
  const show = () => act(async () => setPicture(await desk.money.slipPicture.query({ slipId })), null);
  return (
    <div className={own.slip}>
      <p className="anywhere">{text}</p>
      {hasPicture && picture === null && (
        <Button look="secondary" busy={busy} onClick={() => void show()}>
          {t('deskSubscribers.showSlip')}
        </Button>
      )}
      {/* oxlint-disable-next-line next/no-img-element -- no file: the text of the picture */}
      {picture !== null && <img className={own.picture} src={picture} alt={text} />}
    </div>
  );
}
