'use client';

import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';

const WORDS = {
  billing: {
    off: { act: 'pause', text: 'pauseText', done: 'paused' },
    on: { act: 'resume', text: 'resumeText', done: 'resumed' },
  },
  site: {
    off: { act: 'close', text: 'closeText', done: 'closed' },
    on: { act: 'open', text: 'openText', done: 'opened' },
  },
} as const;

/** Turns billing or the site off and on. */
export function Switch({ name, isOn }: { name: 'billing' | 'site'; isOn: boolean }) {
  const t = useI18n();
  const words = WORDS[name][isOn ? 'off' : 'on'];
  return (
    <Act
      key={String(isOn)}
      act={t(`deskOperation.${words.act}`)}
      text={t(`deskOperation.${words.text}`)}
      run={() =>
        name === 'billing'
          ? desk.operation.pauseBilling.mutate({ on: isOn })
          : desk.operation.maintenance.mutate({ on: isOn })
      }
      done={t(`deskOperation.${words.done}`)}
    />
  );
}
