'use client';

import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import formClasses from '@/components/forms/form.module.css';
import { textFields } from '@/components/forms/text-fields';
import { useCommand } from '@/components/forms/use-command';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { momentText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import classes from './passkeys.module.css';

export type Passkeys = RouterOutputs['passkeys']['list'];
type Passkey = Passkeys['passkeys'][number];

interface RowProps {
  passkey: Passkey;
  onProofNeeded: () => void;
  onChanged: (list: Passkeys, message: string) => void;
}

/** Shows one passkey, with buttons to rename and to remove it. */
export function PasskeyRow(props: RowProps) {
  const { name, synced, createdAt, lastUsedAt } = props.passkey;
  const t = useI18n();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'removing'>('shown');
  const row = useRef<HTMLLIElement>(null);
  const close = () => {
    setMode('shown');
    // The form is removed at the next render. Only after that can a button take the focus.
    window.setTimeout(() => row.current?.querySelector('button')?.focus());
  };
  return (
    <li ref={row} className={classes.row}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.muted}>{t('details.passkeys.added', { moment: <Moment at={createdAt} /> })}</p>
      <p className={classes.muted}>
        {lastUsedAt === null
          ? t('details.passkeys.unused')
          : t('details.passkeys.used', { moment: <Moment at={lastUsedAt} /> })}
      </p>
      {synced && <p className={classes.muted}>{t('details.passkeys.synced')}</p>}
      {mode === 'renaming' && <Rename {...props} onClose={close} />}
      {mode === 'removing' && <Remove {...props} onClose={close} />}
      {mode === 'shown' && (
        <div className={classes.buttons}>
          <Button
            look="quiet"
            aria-label={t('details.passkeys.renameOf', { name })}
            onClick={() => setMode('renaming')}
          >
            {t('details.passkeys.rename')}
          </Button>
          <Button
            look="quiet"
            aria-label={t('details.passkeys.removeOf', { name })}
            onClick={() => setMode('removing')}
          >
            {t('details.passkeys.remove')}
          </Button>
        </div>
      )}
    </li>
  );
}

interface ChangeProps extends RowProps {
  onClose: () => void;
}

function Rename({ passkey: { passkeyId, name }, onChanged, onClose }: ChangeProps) {
  const t = useI18n();
  const prefix = `rename-${passkeyId}`;
  const form = useSchemaForm({
    initialValues: { name },
    schema: async () => (await import('@/schemas/passkeys')).passkeyNameInput,
    labels: { name: t('details.passkeys.name') },
    toInput: (values) => values,
    send: async (input) => {
      onChanged(await trpc.passkeys.rename.mutate({ passkeyId, ...input }), t('details.passkeys.renamed'));
      onClose();
    },
  });
  return (
    <form method="post" noValidate className={formClasses.form} onSubmit={(event) => void form.submit(event)}>
      <ErrorSummary errors={form.errors} prefix={prefix} problem={form.problem} failures={form.failures} />
      <TextInput
        label={t('details.passkeys.name')}
        autoComplete="off"
        data-autofocus
        autoFocus
        {...textFields(form, prefix)('name')}
      />
      <div className={classes.buttons}>
        <Button type="submit" busy={form.busy}>
          {form.busy ? t('details.saving') : t('details.save')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('details.passkeys.cancel')}
        </Button>
      </div>
    </form>
  );
}

function Remove({ passkey: { passkeyId, name }, onProofNeeded, onChanged, onClose }: ChangeProps) {
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>();
  const { run, busy, problem } = useCommand();
  const confirm = () =>
    run(
      async () => onChanged(await trpc.passkeys.remove.mutate({ passkeyId }), t('details.passkeys.removed')),
      {
        explain: ({ code }) => {
          if (code !== 'PROOF_REQUIRED') return undefined;
          onClose();
          onProofNeeded();
          return null;
        },
      },
    );
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('details.passkeys.removeTitle', { name })}>
      <p className={classes.question}>{t('details.passkeys.removeTitle', { name })}</p>
      <p>{t('details.passkeys.removeText')}</p>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className={classes.buttons}>
        <Button busy={busy} onClick={() => void confirm()}>
          {busy ? t('details.passkeys.removing') : t('details.passkeys.removeYes')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('details.passkeys.removeNo')}
        </Button>
      </div>
    </div>
  );
}

function Moment({ at }: { at: string }) {
  const locale = useLocale();
  return (
    <time dateTime={at} className="keep">
      {momentText(at, locale)}
    </time>
  );
}
