'use client';

import { useEffect } from 'react';
import { whenIdle } from '@/components/monitoring/when-idle';
import { split } from '@/components/split';
import '@/components/box/box-builder.module.css';
import '@/components/box/lively-box.module.css';
import '@/components/forms/error-summary.module.css';
import '@/components/forms/fields.module.css';
import '@/components/forms/form.module.css';
import '@/components/forms/radio-list.module.css';
import '@/components/leaf-list.module.css';
import '@/components/rhythm/rhythm.module.css';
import './cancel.module.css';
import './change-strip.module.css';
import './day-grid.module.css';
import './plan.module.css';

/*
 * The contents of the sheets, each a script of its own: the calendar loads none of them. Their styles come with the
 * page, because a sheet that an address opens is seen before its script.
 */

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
