import type { TapAction } from './one-tap';
import type { Block, Outline } from './outline';
import { COLOR } from './style';

/** A component of a Flex message, https://developers.line.biz/en/reference/messaging-api/#flex-message. */
export type FlexPart = { type: string } & Record<string, unknown>;

/** Returns a Flex text. `scaling` applies the font size that is set on the phone of the reader. */
const text = (words: string, look: Record<string, unknown> = {}): FlexPart => ({
  type: 'text',
  text: words,
  wrap: true,
  scaling: true,
  size: 'sm',
  color: COLOR.ink,
  lineSpacing: '4px',
  ...look,
});

const stack = (contents: FlexPart[], look: Record<string, unknown> = {}): FlexPart => ({
  type: 'box',
  layout: 'vertical',
  contents,
  ...look,
});

const panel = (contents: FlexPart[], backgroundColor: string) =>
  stack(contents, { backgroundColor, cornerRadius: 'md', paddingAll: 'lg', spacing: 'xs' });

/** Returns the width of a value beside its label, in twentieths. A short value leaves the room to a long label. */
function valueShare(label: string, value: string): number {
  const share = value.length / (value.length + label.length);
  return Math.round(20 * Math.min(Math.max(share, value.length <= 8 ? 0.3 : 0.45), 0.65));
}

function factRow([label, value, emphasis]: Extract<Block, { kind: 'facts' }>['facts'][number]): FlexPart {
  const strong = emphasis === 'sum' ? { weight: 'bold', color: COLOR.ink } : {};
  const share = valueShare(label, value);
  return {
    type: 'box',
    layout: 'horizontal',
    spacing: 'md',
    contents: [
      text(label, { color: COLOR.muted, flex: 20 - share, ...strong }),
      text(value, { align: 'end', flex: share, ...strong, ...(emphasis === 'sum' && { size: 'md' }) }),
    ],
  };
}

function drawn(block: Block): FlexPart {
  switch (block.kind) {
    case 'paragraph':
      return text(block.text, block.small ? { size: 'xs', color: COLOR.muted } : {});
    case 'subheading':
      return text(block.text, { size: 'md', weight: 'bold', margin: 'xl' });
    case 'facts':
      // LINE rejects an empty text.
      return stack(block.facts.filter((fact) => fact[0] !== '' && fact[1] !== '').map(factRow), {
        spacing: 'sm',
      });
    case 'highlight':
      return panel(
        [
          text(block.label, { color: COLOR.muted }),
          text(block.value, { size: 'xl', weight: 'bold', color: COLOR.primary }),
          ...(block.note === null ? [] : [text(block.note, { size: 'xs', color: COLOR.muted })]),
        ],
        COLOR.blush,
      );
    case 'notice':
      return panel(
        [text(block.title, { weight: 'bold', color: COLOR.amber }), text(block.text, { color: COLOR.amber })],
        COLOR.amberSoft,
      );
    case 'button':
      return button(block);
    case 'actions':
      return stack(block.actions.map(actionButton), { spacing: 'sm' });
  }
}

/** Returns the button of a further action. Its postback is sent to this product when it is tapped. */
const actionButton = (action: TapAction): FlexPart => ({
  type: 'button',
  style: 'link',
  height: 'sm',
  color: COLOR.primary,
  adjustMode: 'shrink-to-fit',
  scaling: true,
  action: tapOf(action),
});

function tapOf({ href, label, data, picker }: TapAction): FlexPart {
  if (picker) return { type: 'datetimepicker', mode: 'date', label, ...picker };
  if (data === undefined) return { type: 'uri', label, uri: href };
  return { type: 'postback', label, data, displayText: label };
}

const button = ({ href, label }: Extract<Block, { kind: 'button' }>): FlexPart => ({
  type: 'button',
  style: 'primary',
  color: COLOR.primary,
  adjustMode: 'shrink-to-fit',
  scaling: true,
  action: { type: 'uri', label, uri: href },
});

/** Returns a message as one Flex bubble: wordmark, heading, then the blocks in the order of the e-mail. */
export function flexBubble({ heading, blocks }: Outline): FlexPart {
  const wordmark = text('ira', { size: 'lg', weight: 'bold', color: COLOR.primary });
  const shown = blocks.filter((block) => block.kind !== 'facts' || block.facts.length > 0);
  const said = [text(heading, { size: 'lg', weight: 'bold' }), ...shown.map(drawn)];
  return {
    type: 'bubble',
    size: 'mega',
    header: stack([wordmark], { backgroundColor: COLOR.cream, paddingAll: 'lg', paddingStart: 'xxl' }),
    body: stack(said, { paddingAll: 'xxl', spacing: 'lg' }),
  };
}
