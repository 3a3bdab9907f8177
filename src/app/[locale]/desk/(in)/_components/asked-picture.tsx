'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { desk } from '@/trpc/desk';
import own from './asked-picture.module.css';
import { useDeskCommand } from './use-desk-command';

interface AskedPictureProps {
  of: { slipId: string } | { messageId: string };
  label: string;
  alt: string;
}

/** A picture that a person sent. It is read when a member asks for it. */
export function AskedPicture({ of, label, alt }: AskedPictureProps) {
  const { act, busy } = useDeskCommand();
  const [picture, setPicture] = useState<string | null>(null);
  const read = () =>
    'slipId' in of ? desk.money.slipPicture.query(of) : desk.conversations.picture.query(of);
  const show = () => act(async () => setPicture(await read()), null);
  return (
    <div className={own.picture}>
      {picture === null ? (
        <Button look="secondary" busy={busy} onClick={() => void show()}>
          {label}
        </Button>
      ) : (
        // oxlint-disable-next-line next/no-img-element -- no file: the text of the picture
        <img src={picture} alt={alt} />
      )}
    </div>
  );
}
