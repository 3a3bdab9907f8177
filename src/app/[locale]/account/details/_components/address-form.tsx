'use client';

import { Button } from '@/components/button';
import { AddressFields } from '@/components/delivery/address-fields';
import { ErrorSummary } from '@/components/forms/error-summary';
import classes from '@/components/forms/form.module.css';
import { KeptNotice } from '@/components/session/kept-notice';
import { useI18n } from '@/locales/client';
import type { View } from '../../_components/subscription-view';
import { AddressEffect, type PaidBox } from './address-effect';
import { FormPage } from './form-page';
import { useMove, type SavedPlace } from './use-move';

interface AddressFormProps {
  saved: SavedPlace;
  view: View;
  /**
   * Whether a paid box goes to the new address ('follows') or not ('too_late'). Null without a paid, unsent
   * box.
   */
  paidBox: PaidBox;
}

/** Changes the delivery address. Shows the new price before the address is saved. */
export function AddressForm({ saved, view: initial, paidBox }: AddressFormProps) {
  const t = useI18n();
  const { form, view, effect } = useMove(saved, initial);
  const isAsking = effect.state === 'asking';
  return (
    <FormPage heading={t('details.address.heading')}>
      <form
        method="post"
        noValidate
        className={`stack-5 ${classes.beside}`}
        onSubmit={(event) => void form.submit(event)}
      >
        <div className={`stack-5 mt-5 ${classes.form}`}>
          <KeptNotice shown={form.wasKept} />
          <ErrorSummary form={form} />
          <AddressFields form={form} />
        </div>
        <AddressEffect effect={effect} view={view} paidBox={paidBox} />
        <Button type="submit" wide busy={form.busy || isAsking} off={!form.isChanged}>
          {label()}
        </Button>
      </form>
    </FormPage>
  );

  function label() {
    if (form.busy) return t('details.saving');
    return isAsking ? t('details.address.checking') : t('details.address.save');
  }
}
