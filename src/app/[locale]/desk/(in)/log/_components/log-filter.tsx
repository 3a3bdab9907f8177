'use client';

import { useRouter } from 'next/navigation';
import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { LOG_NOUNS } from '@/domain/staff';
import classes from './log.module.css';

interface LogFilterProps {
  members: readonly { staffId: string; name: string }[];
  filter: { staffId?: string | undefined; noun?: string | undefined; day?: string | undefined };
}

/** The fields that narrow the log. Each choice shows its lines at once. */
export function LogFilter({ members, filter }: LogFilterProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const set = (part: LogFilterProps['filter']) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, ...part })) if (value) query.set(name, value);
    router.push(localePath(locale, `/desk/log?${query.toString()}`));
  };
  return (
    <div className={classes.filter}>
      <NativeSelect
        label={t('deskLog.member')}
        value={filter.staffId ?? ''}
        onChange={(event) => set({ staffId: event.currentTarget.value })}
        data={[
          { value: '', label: t('deskLog.everybody') },
          ...members.map(({ staffId, name }) => ({ value: staffId, label: name })),
        ]}
      />
      <NativeSelect
        label={t('deskLog.noun')}
        value={filter.noun ?? ''}
        onChange={(event) => set({ noun: event.currentTarget.value })}
        data={[
          { value: '', label: t('deskLog.everything') },
          ...LOG_NOUNS.map((noun) => ({ value: noun, label: t(`deskLog.nouns.${noun}`) })),
        ]}
      />
      <TextInput
        type="date"
        label={t('deskLog.day')}
        value={filter.day ?? ''}
        onChange={(event) => set({ day: event.currentTarget.value })}
      />
    </div>
  );
}
