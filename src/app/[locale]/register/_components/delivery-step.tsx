'use client';

import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { Button } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import { Baht } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import classes from './fields.module.css';
import { useFlow, useQuote } from './flow';
import { PriceBar } from './price-bar';
import { StepShell } from './step-shell';
import { Summary } from './summary';
import { OTHER_AREA, useDeliveryForm } from './use-delivery-form';

const PREFIX = 'delivery';

/** Step 3: where it goes, and what that costs. */
export function DeliveryStep() {
  const t = useI18n();
  const locale = useLocale();
  const { draft } = useFlow();
  const quote = useQuote();
  const form = useDeliveryForm();
  const { areas, values } = form;

  const text = (name: 'postalCode' | 'subdistrict' | 'district' | 'province' | 'address') => ({
    id: `${PREFIX}-${name}`,
    name,
    value: values[name],
    error: form.errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      form.change({ [name]: event.currentTarget.value }),
  });

  return (
    <StepShell
      step="delivery"
      heading={t('register.delivery.heading')}
      aside={quote && <Summary items={draft.items} totals={quote.totals} dates={quote.dates} />}
    >
      <form noValidate className={classes.form} onSubmit={(event) => void form.submit(event)}>
        <ErrorSummary errors={form.errors} prefix={PREFIX} problem={form.problem} failures={form.failures} />
        <TextInput
          label={t('register.delivery.postalCode')}
          description={t('register.delivery.postalCodeHint')}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          {...text('postalCode')}
        />
        <div role="status" className={classes.status}>
          {areas.state === 'looking' && <p className={classes.looking}>{t('register.delivery.looking')}</p>}
          {areas.state === 'unknown' && <p className={classes.small}>{t('register.delivery.unknown')}</p>}
          {areas.state === 'failed' && <p className={classes.small}>{t('register.delivery.lookupFailed')}</p>}
        </div>
        {areas.state === 'known' && (
          <NativeSelect
            id={`${PREFIX}-area`}
            label={t('register.delivery.area')}
            description={t('register.delivery.areaHint')}
            value={form.area}
            error={form.areaError}
            onChange={(event) => form.chooseArea(event.currentTarget.value)}
          >
            <option value="" disabled>
              {t('register.delivery.chooseArea')}
            </option>
            {areas.list.map((area, index) => (
              <option key={area.subdistrict.en + area.district.en} value={index}>
                {[area.subdistrict[locale], area.district[locale], area.province[locale]].join(', ')}
              </option>
            ))}
            <option value={OTHER_AREA}>{t('register.delivery.otherArea')}</option>
          </NativeSelect>
        )}
        {form.typesArea && (
          <>
            <TextInput
              label={t('register.delivery.subdistrict')}
              autoComplete="address-level3"
              {...text('subdistrict')}
            />
            <TextInput
              label={t('register.delivery.district')}
              autoComplete="address-level2"
              {...text('district')}
            />
            <TextInput
              label={t('register.delivery.province')}
              autoComplete="address-level1"
              {...text('province')}
            />
          </>
        )}
        <Textarea
          {...text('address')}
          label={t('register.delivery.address')}
          description={t('register.delivery.addressHint')}
          autoComplete="street-address"
          rows={2}
          onKeyDown={submitOnEnter}
          onChange={(event) => form.change({ address: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
        />
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
        <PriceBar deliveryFee={areas.fee}>
          <Button type="submit" busy={form.busy}>
            {t('register.next', { name: t('register.steps.payment') })}
          </Button>
        </PriceBar>
      </form>
    </StepShell>
  );
}

/** An address is one line on a label, however many rows it takes here. */
function submitOnEnter(event: React.KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
