'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { TextInput } from '@/components/forms/text-input';
import { useI18n } from '@/locales/client';
import { viewOf, type DeskListInput } from '@/schemas/desk-lists';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../_components/act';
import { useDeskCommand } from '../../_components/use-desk-command';
import classes from './list.module.css';

interface ViewsProps {
  views: DeskOutputs['today']['views'];
  /** The address of the lists. */
  path: string;
  /** The list with the filter in effect. */
  asked: DeskListInput;
  columns: string[];
}

/** The saved views of the member, and the button that saves the present one. */
export function Views({ views, path, asked, columns }: ViewsProps) {
  const t = useI18n();
  const { act, busy } = useDeskCommand();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const label = t('deskLists.viewName');
  return (
    <div className={classes.views} role="group" aria-label={t('deskLists.views')}>
      {views.map((view) => (
        <span key={view.viewId}>
          <a href={`${path}?${view.query}`} className="tap">
            {view.name}
          </a>
          <Button
            look="quiet"
            busy={busy}
            aria-label={t('deskLists.removeView', { name: view.name })}
            onClick={() =>
              void act(
                () => desk.today.deleteView.mutate({ viewId: view.viewId }),
                t('deskLists.viewRemoved'),
                () => () => desk.today.saveView.mutate({ name: view.name, ...viewOf(view.query) }),
              )
            }
          >
            ×
          </Button>
        </span>
      ))}
      <Act
        act={t('deskLists.saveView')}
        text={t('deskLists.saveViewText')}
        check={() => {
          setMissing(name.trim() === '');
          return name.trim() !== '';
        }}
        run={() => desk.today.saveView.mutate({ name, asked, columns })}
        done={t('deskLists.viewSaved')}
        undo={(saved) => {
          const viewId = saved as string | null;
          return viewId === null ? null : () => desk.today.deleteView.mutate({ viewId });
        }}
      >
        <TextInput
          label={label}
          maxLength={40}
          value={name}
          error={isMissing ? t('validation.missing', { field: label }) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Act>
    </div>
  );
}
