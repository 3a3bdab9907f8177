'use client';

import { useEffect } from 'react';
import { whenIdle } from '@/components/monitoring/when-idle';
import { split } from '@/components/split';

/* The contents of the sheets, each a script of its own: the calendar loads none of them. */

const LOADERS = {
  address: () => import('./order-address-form'),
  cancel: () => import('./cancel-screen'),
  contents: () => import('./box-form'),
  move: () => import('./move-form'),
  now: () => import('./order-now-form'),
  pause: () => import('./pause-form'),
  restart: () => import('./reactivate-form'),
  rhythm: () => import('./rhythm-form'),
};

export const OrderAddressForm = split(async () => (await LOADERS.address()).OrderAddressForm);
export const CancelScreen = split(async () => (await LOADERS.cancel()).CancelScreen);
export const BoxForm = split(async () => (await LOADERS.contents()).BoxForm);
export const MoveForm = split(async () => (await LOADERS.move()).MoveForm);
export const OrderNowForm = split(async () => (await LOADERS.now()).OrderNowForm);
export const PauseForm = split(async () => (await LOADERS.pause()).PauseForm);
export const ReactivateForm = split(async () => (await LOADERS.restart()).ReactivateForm);
export const RhythmForm = split(async () => (await LOADERS.rhythm()).RhythmForm);

/** Loads the contents of all sheets when the browser is idle, so that a tap opens them at once. */
export function PreloadSheets() {
  useEffect(
    () =>
      whenIdle(() => {
        for (const load of Object.values(LOADERS)) load().catch(() => undefined);
      }),
    [],
  );
  return null;
}
