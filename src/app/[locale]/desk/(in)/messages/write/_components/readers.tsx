'use client';

import { useI18n } from '@/locales/client';
import type { DeskOutputs } from '@/trpc/desk';
import { PreviewLines, PreviewPart, PreviewText } from '../../../_components/desk-dialog';

/** Who gets a text, who is left out and why, and how the first readers see it. */
export function Readers({
  shown,
  isOne,
}: {
  shown: DeskOutputs['messages']['previewBroadcast'];
  isOne: boolean;
}) {
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
