/**
 * The allowed properties of Flex components.
 * @see https://developers.line.biz/en/reference/messaging-api/#flex-message
 */
const PLACE = ['position', 'offsetTop', 'offsetBottom', 'offsetStart', 'offsetEnd', 'margin', 'flex'];

const BOX = [
  ...[
    'layout',
    'contents',
    'spacing',
    'paddingAll',
    'paddingTop',
    'paddingBottom',
    'paddingStart',
    'paddingEnd',
  ],
  ...[
    'width',
    'height',
    'maxWidth',
    'maxHeight',
    'backgroundColor',
    'borderColor',
    'borderWidth',
    'cornerRadius',
  ],
  ...['action', 'justifyContent', 'alignItems', 'background', ...PLACE],
];

const TEXT = [
  ...[
    'text',
    'contents',
    'adjustMode',
    'size',
    'align',
    'gravity',
    'wrap',
    'lineSpacing',
    'maxLines',
    'weight',
  ],
  ...['color', 'action', 'style', 'decoration', 'scaling', ...PLACE],
];

export const FIELDS: Record<string, readonly string[]> = {
  bubble: ['size', 'direction', 'header', 'hero', 'body', 'footer', 'styles', 'action'],
  box: BOX,
  text: TEXT,
  span: ['text', 'color', 'size', 'weight', 'style', 'decoration'],
  button: ['action', 'height', 'style', 'color', 'gravity', 'adjustMode', 'scaling', ...PLACE],
  image: [
    ...[
      'url',
      'align',
      'gravity',
      'size',
      'aspectRatio',
      'aspectMode',
      'backgroundColor',
      'action',
      'animated',
    ],
    ...PLACE,
  ],
  video: ['url', 'previewUrl', 'altContent', 'aspectRatio', 'action'],
  icon: ['url', 'size', 'aspectRatio', 'scaling', ...PLACE],
  separator: ['margin', 'color'],
  filler: ['flex'],
};

/** The components that a box may contain. The key is the layout of the box. */
export const CHILDREN: Record<string, readonly string[]> = {
  horizontal: ['box', 'button', 'image', 'text', 'separator', 'filler'],
  vertical: ['box', 'button', 'image', 'text', 'separator', 'filler'],
  baseline: ['icon', 'text', 'filler'],
};

const SIZES = ['xxs', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl', '3xl', '4xl', '5xl'];

/** The fields that allow only a fixed list of values. The key is `<component>.<field>`. */
export const WORDS: Record<string, readonly string[]> = {
  'bubble.size': ['nano', 'micro', 'deca', 'hecto', 'kilo', 'mega', 'giga'],
  'bubble.direction': ['ltr', 'rtl'],
  'box.layout': Object.keys(CHILDREN),
  'text.weight': ['regular', 'bold'],
  'span.weight': ['regular', 'bold'],
  'text.align': ['start', 'end', 'center'],
  'text.style': ['normal', 'italic'],
  'text.decoration': ['none', 'underline', 'line-through'],
  'text.gravity': ['top', 'bottom', 'center'],
  'button.style': ['primary', 'secondary', 'link'],
  'button.height': ['sm', 'md'],
  'image.aspectMode': ['cover', 'fit'],
};

/** Whether a text size is a LINE keyword or a number of pixels. */
export const isTextSize = (value: unknown) =>
  typeof value === 'string' && (SIZES.includes(value) || /^\d+(\.\d+)?px$/.test(value));

export const isColour = (value: unknown) =>
  typeof value === 'string' && /^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
