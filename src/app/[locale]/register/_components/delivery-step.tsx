'use client';

import { Button } from '@/components/button';
import { AddressFields } from '@/components/delivery/address-fields';
import { SchemaForm } from '@/components/forms/schema-form';
import classes from '@/components/forms/form.module.css';
import { Baht } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { phoneText } from '@/locales/format';
import { useFlow, useQuote } from './flow';
import { KeptCode } from './kept-code';
import { StepBar } from './step-bar';
import { StepShell } from './step-shell';
import { useDraftSummary } from './summary';
import { useDeliveryForm } from './use-delivery-form';

const PREFIX = 'delivery';

/** Step 3: delivery address and fee. */
export function DeliveryStep() {
  const t = useI18n();
  const locale = useLocale();
  const { draft } = useFlow();
  const quote = useQuote();
  const form = useDeliveryForm();
  const { areas } = form;

  const action = (
    <Button type="submit" form="delivery-form" busy={form.busy}>
      {t('register.next', { name: t('register.steps.payment') })}
    </Button>
  );
  const aside = useDraftSummary(action);
  return (
    <StepShell step="delivery" heading={t('register.delivery.heading')} aside={aside}>
      <KeptCode step="delivery" started />
      <SchemaForm form={form} prefix={PREFIX} id="delivery-form">
        {draft.phone !== '' && (
          <p className="muted small">
            {t('register.delivery.to', {
              name: `${draft.firstName} ${draft.lastName}`,
              phone: phoneText(draft.phone),
            })}
          </p>
        )}
        <AddressFields form={form} prefix={PREFIX} />
        {areas.fee !== null && (
          <p className={classes.fee} role="status">
            <span>
              {quote?.isFree
                ? t('register.delivery.feeFree', { postalCode: form.postalCode })
                : t('register.delivery.fee', {
                    postalCode: form.postalCode,
                    fee: <Baht satang={areas.fee} locale={locale} short />,
                  })}
            </span>
          </p>
        )}
        <StepBar deliveryFee={areas.fee}>{action}</StepBar>
      </SchemaForm>
    </StepShell>
  );
}
