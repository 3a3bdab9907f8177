'use client';

import { TextInput } from '@mantine/core';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';

interface PauseDateProps {
  id: string;
  /** The first and the last day until which the subscription can be paused. */
  range: { from: Day; until: Day };
  value: string;
  isInvalid: boolean;
  onChange: (value: string) => void;
}

/** The field for another end of the pause. Loaded when it is chosen, because its input is large. */
export function PauseDate({ id, range: { from, until }, value, isInvalid, onChange }: PauseDateProps) {
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
      label={t('subscription.pause.date')}
      description={t('subscription.pause.dateHint', shown)}
      min={from}
      max={until}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isInvalid && t('subscription.pause.dateMissing', shown)}
    />
  );
}
