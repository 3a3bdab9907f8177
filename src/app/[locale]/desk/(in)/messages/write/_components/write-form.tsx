'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { TextArea } from '@/components/forms/text-area';
import { Notice } from '@/components/notice';
import { useKeptInput } from '@/components/session/use-kept-input';
import { BROADCAST_FIELDS, BROADCAST_PURPOSES, BROADCAST_TEXT_MAX, unknownFields } from '@/domain/broadcast';
import { LOCALES, type Locale } from '@/domain/locale';
import { useI18n } from '@/locales/client';
import type { BroadcastInput } from '@/schemas/broadcasts';
import type { SubscriberFilter } from '@/schemas/subscriber-filter';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Choices } from '../../../_components/choices';
import { useDeskCommand } from '../../../_components/use-desk-command';
import { useDeskPreview } from '../../../_components/use-desk-preview';
import { StopBroadcast } from '../../_components/stop-broadcast';
import { PreviewLines, PreviewPart, PreviewText } from '../../../_components/desk-dialog';
import classes from './write.module.css';

type Preview = DeskOutputs['messages']['previewBroadcast'];

interface WriteFormProps {
  filter: SubscriberFilter;
  /** The group before anything is written. */
  first: Preview;
  /** The name of the only reader; null for a group. */
  name: string | null;
  back: string;
}

/** Writes a text in the languages of its readers, shows who gets it and how, and sends it. */
export function WriteForm({ filter, first, name, back }: WriteFormProps) {
  const t = useI18n();
  const command = useDeskCommand();
  const [input, setInput] = useState<Omit<BroadcastInput, 'filter'>>({ purpose: 'service', en: '', th: '' });
  // A repeated press sends the same text once.
  const [key] = useState(() => crypto.randomUUID());
  const [sentId, setSentId] = useState<string | null>(null);
  const isTyped = input.en.trim() + input.th.trim() !== '' && sentId === null;
  useKeptInput(`desk-write-${JSON.stringify(filter)}`, isTyped ? input : null, (kept) =>
    setInput((now) => ({ ...now, ...(kept as Partial<typeof input>) })),
  );
  const asked = { ...input, filter };
  const isFaulty = LOCALES.some((locale) => unknownFields(input[locale]).length > 0);
  const preview = useDeskPreview<BroadcastInput, Preview>(
    'write',
    () => (isFaulty ? null : asked),
    (given) => desk.messages.previewBroadcast.mutate(given),
  );
  const shown = preview.data ?? first;
  const people = shown.line + shown.email;
  const languages = LOCALES.filter((locale) => first[locale] > 0 || input[locale] !== '');
  const isWritten = languages.every((locale) => shown[locale] === 0 || input[locale].trim() !== '');
  const isReady = preview.isCurrent && isWritten && people > 0;
  const send = () => {
    const call = async () => {
      const ways = desk.messages;
      const way = filter.accountId === undefined ? ways.writeToGroup : ways.write;
      setSentId((await way.mutate({ ...asked, people, key })).broadcastId);
    };
    void command.act(call, null).then((isDone) => isDone || preview.retry());
  };
  if (sentId !== null)
    return (
      <Notice tone="info" title={t('deskMessages.write.sent')}>
        <p>{t('deskMessages.write.when', { seconds: 10 })}</p>
        <div className="actions">
          <StopBroadcast broadcastId={sentId} />
          <a href={back} className="tap">
            {t('deskSubscribers.messages.back')}
          </a>
        </div>
      </Notice>
    );
  return (
    <div className={classes.columns}>
      <section className="card stack-4">
        <Choices
          legend={t('deskMessages.write.purpose')}
          value={input.purpose}
          onChange={(purpose) => setInput({ ...input, purpose })}
          options={BROADCAST_PURPOSES.map((value) => ({
            value,
            label: t(`deskMessages.write.purposes.${value}`),
          }))}
        />
        {input.purpose === 'news' && <p className="muted small">{t('deskMessages.write.newsHint')}</p>}
        {languages.map((locale) => (
          <TextOf
            key={locale}
            locale={locale}
            readers={name === null ? shown[locale] : null}
            value={input[locale]}
            onChange={(text) => setInput((now) => ({ ...now, [locale]: text }))}
          />
        ))}
        {command.problem && <Notice tone="bad" urgent title={command.problem.message} />}
        {preview.problem && <Notice tone="bad" urgent title={preview.problem.text} />}
        <div className="actions">
          <Button busy={command.busy} off={!isReady} onClick={send}>
            {sendText(t, { isWritten, people, name })}
          </Button>
          <Button
            look="secondary"
            off={!isTyped || isFaulty}
            onClick={() =>
              void command.act(
                () => desk.messages.testBroadcast.mutate(asked),
                t('deskMessages.write.tested'),
              )
            }
          >
            {t('deskMessages.write.test')}
          </Button>
        </div>
        <p className="muted small">{t('deskMessages.write.when', { seconds: 10 })}</p>
      </section>
      <Readers shown={shown} isOne={name !== null} />
    </div>
  );
}

function sendText(
  t: ReturnType<typeof useI18n>,
  { isWritten, people, name }: { isWritten: boolean; people: number; name: string | null },
): string {
  if (!isWritten) return t('deskMessages.write.nothing');
  return name === null
    ? t('deskMessages.write.sendGroup', { count: people })
    : t('deskMessages.write.send', { name });
}

interface TextOfProps {
  locale: Locale;
  /** How many read this language; null for one person. */
  readers: number | null;
  value: string;
  onChange: (text: string) => void;
}

/** The text in one language, with buttons that insert its fields at the cursor. */
function TextOf({ locale, readers, value, onChange }: TextOfProps) {
  const t = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const insert = (field: string) => {
    const area = box.current?.querySelector('textarea');
    const at = area?.selectionEnd ?? value.length;
    onChange(`${value.slice(0, at)}[${field}]${value.slice(at)}`.slice(0, BROADCAST_TEXT_MAX));
    area?.focus();
  };
  return (
    <div ref={box} className="stack-2">
      <TextArea
        label={t(`deskMessages.write.text.${locale}`)}
        description={
          readers === null
            ? t('deskMessages.write.hint')
            : `${t('deskMessages.write.readers', { count: readers })} · ${t('deskMessages.write.hint')}`
        }
        lang={locale}
        rows={5}
        maxLength={BROADCAST_TEXT_MAX}
        value={value}
        error={unknownFields(value).length > 0 ? t('validation.openField') : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="actions" role="group" aria-label={t('deskMessages.write.fields')}>
        {BROADCAST_FIELDS.map((field) => (
          <Button key={field} look="quiet" onClick={() => insert(field)}>
            {t(`deskMessages.write.field.${field}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Who gets a text, who is left out and why, and how the first readers see it. */
function Readers({ shown, isOne }: { shown: DeskOutputs['messages']['previewBroadcast']; isOne: boolean }) {
  const t = useI18n();
  const left = (['unreached', 'refused', 'withoutOrder'] as const).filter((why) => shown[why] > 0);
  const people = shown.line + shown.email;
  return (
    <section className="card stack-4" aria-live="polite">
      <PreviewPart title={t('deskMessages.write.who')}>
        {people === 0 && <p>{t('deskMessages.write.none')}</p>}
        <PreviewLines
          lines={[
            ...(['line', 'email'] as const).map((way) =>
              isOne && shown[way] === 0
                ? null
                : ([t(`deskMessages.write.by.${way}`), String(shown[way])] as const),
            ),
            ...left.map((why) => [t(`deskMessages.write.left.${why}`), String(shown[why])] as const),
          ]}
        />
      </PreviewPart>
      {shown.examples.map(
        ({ name, text, locale }, at) =>
          text !== '' && (
            <PreviewPart key={at} title={t('deskMessages.write.example', { name })}>
              <PreviewText lang={locale}>{text}</PreviewText>
            </PreviewPart>
          ),
      )}
    </section>
  );
}
