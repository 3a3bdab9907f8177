'use client';

import { TextInput } from '@mantine/core';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';

interface ReactivationDateProps {
  id: string;
  /** The first and the last day on which the subscription can start again. */
  range: { from: Day; until: Day };
  value: string;
  isInvalid: boolean;
  onChange: (value: string) => void;
}

/** The field for a later start. Loaded when it is chosen, because its input is large. */
export function ReactivationDate({
  id,
  range: { from, until },
  value,
  isInvalid,
  onChange,
}: ReactivationDateProps) {
  const t = useI18n();
  const locale = useLocale();
  const shown = { from: dayText(from, locale), until: dayText(until, locale) };
  return (
    <TextInput
      mt={16}
      id={id}
      // Confirmed before the field was loaded: it takes the focus when it appears.
      autoFocus={isInvalid}
      type="date"
      name="date"
      label={t('subscription.reactivate.date')}
      description={t('subscription.reactivate.dateHint', shown)}
      min={from}
      max={until}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isInvalid && t('subscription.reactivate.dateMissing', shown)}
    />
  );
}
