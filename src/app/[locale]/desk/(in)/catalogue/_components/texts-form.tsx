'use client';

import { TextArea } from '@/components/forms/text-area';
import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { normaliseDigits } from '@/domain/digits';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';
import type { DeskProduct } from './product';

const TEXTS = ['nameEn', 'nameTh', 'descriptionEn', 'descriptionTh'] as const;
type Name = (typeof TEXTS)[number];
const NAME_MAX = 60;
const DESCRIPTION_MAX = 400;
const LENGTH_MAX_MM = 999;

/** Changes the name and the description of a product in both languages. */
export function TextsForm({ code, texts, name }: Pick<DeskProduct, 'code' | 'texts'> & { name: string }) {
  const t = useI18n();
  const { lengthMm: lengthSeen, ...wordsSeen } = texts;
  const [typed, setTyped] = useState(wordsSeen);
  const [length, setLength] = useState(String(lengthSeen ?? ''));
  const lengthMm = lengthSeen === null ? null : Number(normaliseDigits(length.trim()) || NaN);
  const [isLengthWrong, setLengthWrong] = useState(false);
  const [missing, setMissing] = useState<readonly Name[]>([]);
  const field = (text: Name) => ({
    label: t(`deskCatalogue.${text}`),
    lang: text.endsWith('Th') ? 'th' : 'en',
    autoComplete: 'off',
    value: typed[text],
    error: missing.includes(text)
      ? t('validation.missing', { field: t(`deskCatalogue.${text}`) })
      : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((present) => ({ ...present, [text]: value })),
  });
  return (
    <Act
      act={t('deskCatalogue.texts')}
      label={t('deskCatalogue.textsOf', { name })}
      text={t('deskCatalogue.textsHint')}
      reason="required"
      hint={t('deskCatalogue.audit')}
      check={() => {
        const empty = TEXTS.filter((text) => typed[text].trim() === '');
        setMissing(empty);
        const isWrong =
          lengthMm !== null && !(Number.isInteger(lengthMm) && lengthMm >= 1 && lengthMm <= LENGTH_MAX_MM);
        setLengthWrong(isWrong);
        return empty.length === 0 && !isWrong;
      }}
      run={(why) =>
        desk.catalogue.changeTexts.mutate({ code, seen: texts, texts: { ...typed, lengthMm }, why })
      }
      done={t('deskCatalogue.textsSaved')}
    >
      <TextInput maxLength={NAME_MAX} {...field('nameEn')} />
      <TextInput maxLength={NAME_MAX} {...field('nameTh')} />
      <TextArea rows={3} maxLength={DESCRIPTION_MAX} {...field('descriptionEn')} />
      <TextArea rows={3} maxLength={DESCRIPTION_MAX} {...field('descriptionTh')} />
      {lengthSeen !== null && (
        <TextInput
          label={t('deskCatalogue.length')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={length}
          error={isLengthWrong && t('deskCatalogue.lengthWrong', { max: LENGTH_MAX_MM })}
          onChange={({ currentTarget: { value } }) => setLength(value)}
        />
      )}
    </Act>
  );
}
