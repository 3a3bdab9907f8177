'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/button';
import { TextInput } from '@/components/forms/text-input';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { BULK_KINDS, BULK_WHY_MAX, type BulkKind, BULK_DAYS_MAX } from '@/domain/bulk';
import { decodeText } from '@/domain/decode-text';
import { LOCALES } from '@/domain/locale';
import { inRowSets } from '@/domain/moving-file';
import { readPeopleFile } from '@/domain/people-file';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { BULK_PEOPLE_AT_ONCE, openBulkInput, type OpenBulkInput } from '@/schemas/bulk';
import { desk } from '@/trpc/desk';
import { Choices } from '../../../_components/choices';
import classes from '../../../_components/desk.module.css';
import { FileButton } from '../../../_components/file-button';
import { NativeSelect } from '@/components/forms/native-select';
import { GIVING_LIMITS } from '@/domain/staff';
import { normaliseIdentifier } from '@/domain/text';

interface BulkFormProps {
  filter: OpenBulkInput['filter'];
  /** The filter in words. */
  group: string;
  products: { value: string; label: string }[];
}

interface People {
  fileName: string;
  lines: [number, string][];
}

/** Chooses one change for a group, and opens its page with a rehearsal. */
export function BulkForm({ filter, group, products }: BulkFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { run, busy, problem } = useCommand();
  const [kind, setKind] = useState<BulkKind>('move');
  const [fields, setFields] = useState({ ...NO_FIELDS, from: products[0]?.value ?? '' });
  const [why, setWhy] = useState({ en: '', th: '' });
  const [people, setPeople] = useState<People | null>(null);
  // A repeated press opens the same change.
  const [key, setKey] = useState(() => crypto.randomUUID());

  const asked = openBulkInput.safeParse({
    key,
    change: changeOf(kind, fields),
    filter: people ? null : filter,
    fileName: people?.fileName ?? null,
    ...why,
  });
  const open = async (input: OpenBulkInput) => {
    const { bulkId } = await desk.bulk.open.mutate(input);
    for (const lines of inRowSets(people?.lines ?? [], BULK_PEOPLE_AT_ONCE))
      await desk.bulk.add.mutate({ bulkId, lines });
    await desk.bulk.begin.mutate({ bulkId, work: 'rehearse' });
    setKey(crypto.randomUUID());
    router.push(localePath(locale, `/desk/subscribers/bulk/${bulkId}`));
  };

  return (
    <section className="card mt-5">
      <h2>{people ? t('deskBulk.people', { name: people.fileName, count: people.lines.length }) : group}</h2>
      <div className={`stack-4 ${classes.form}`}>
        <PeopleFile onChoose={setPeople} isOff={busy} />
        <Choices
          legend={t('deskBulk.what')}
          value={kind}
          onChange={setKind}
          options={BULK_KINDS.map((value) => ({ value, label: t(`deskBulk.kinds.${value}`) }))}
        />
        <ChangeFields kind={kind} fields={fields} products={products} onChange={setFields} />
        {LOCALES.map((language) => (
          <TextInput
            key={language}
            label={t(`deskBulk.why.${language}`)}
            description={t('deskBulk.whyHint')}
            lang={language}
            maxLength={BULK_WHY_MAX}
            value={why[language]}
            onChange={(event) => setWhy({ ...why, [language]: event.currentTarget.value })}
          />
        ))}
        {problem && <Notice tone="bad" urgent title={problem.message} />}
        <div>
          <Button
            busy={busy}
            off={!asked.success}
            onClick={() => void (asked.success && run(() => open(asked.data)))}
          >
            {t('deskBulk.rehearse')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Reads a file of subscribers, who are then chosen instead of the filter. */
function PeopleFile({ onChoose, isOff }: { onChoose: (people: People) => void; isOff: boolean }) {
  const t = useI18n();
  const [isEmpty, setEmpty] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const lines = readPeopleFile(decodeText(new Uint8Array(await file.arrayBuffer())));
    setEmpty(lines === null);
    if (lines) onChoose({ fileName: file.name.slice(0, 200), lines });
  };
  return (
    <div className="stack-2">
      <p className="muted small">{t('deskBulk.fileText')}</p>
      <FileButton label={t('deskBulk.file')} isOff={isOff} onChoose={([file]) => void read(file)} />
      {isEmpty && <Notice tone="bad" urgent title={t('deskBulk.noPeople')} />}
    </div>
  );
}

/** What is typed for every kind of change. `to` is empty if the product leaves the box. */
const NO_FIELDS = { days: '', from: '', to: '', until: '', points: '' };
type Fields = typeof NO_FIELDS;

const numberOf = (typed: string) => (/^-?\d{1,3}$/.test(typed) ? Number(typed) : null);

/** Returns the change that the fields describe. It is not checked. */
function changeOf(kind: BulkKind, { days, from, to, until, points }: Fields): object {
  switch (kind) {
    case 'move':
      return { kind, days: numberOf(days) };
    case 'swap':
      return { kind, from, to: to || null };
    case 'pause':
      return { kind, until };
    case 'points':
      return { kind, points: numberOf(points) };
  }
}

interface ChangeFieldsProps {
  kind: BulkKind;
  fields: Fields;
  products: { value: string; label: string }[];
  onChange: (fields: Fields) => void;
}

/** The fields of one kind of change. */
function ChangeFields({ kind, fields, products, onChange }: ChangeFieldsProps) {
  const t = useI18n();
  const field = (name: keyof Fields) => ({
    value: fields[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ ...fields, [name]: normaliseIdentifier(event.currentTarget.value) }),
  });
  switch (kind) {
    case 'move':
      return (
        <TextInput
          label={t('deskBulk.days')}
          description={t('deskBulk.daysHint', { max: BULK_DAYS_MAX })}
          maxLength={3}
          {...field('days')}
        />
      );
    case 'swap':
      return (
        <>
          <NativeSelect label={t('deskBulk.from')} data={products} {...field('from')} />
          <NativeSelect
            label={t('deskBulk.to')}
            data={[
              { value: '', label: t('deskBulk.toNone') },
              ...products.filter(({ value }) => value !== fields.from),
            ]}
            {...field('to')}
          />
        </>
      );
    case 'pause':
      return (
        <TextInput
          type="date"
          label={t('deskBulk.until')}
          description={t('deskBulk.untilHint')}
          {...field('until')}
        />
      );
    case 'points':
      return (
        <TextInput
          label={t('deskBulk.points')}
          description={t('deskBulk.pointsHint', { max: GIVING_LIMITS.apologyPoints.person })}
          inputMode="numeric"
          maxLength={3}
          {...field('points')}
        />
      );
  }
}
