import { html, raw, type Html } from '../pages';
import { isColour } from './flex-parts';

type Part = Record<string, unknown>;

const TEXT_PX: Record<string, number> = {
  xxs: 11,
  xs: 13,
  sm: 14,
  md: 16,
  lg: 19,
  xl: 22,
  xxl: 29,
  '3xl': 35,
  '4xl': 48,
  '5xl': 74,
};
const SPACE_PX: Record<string, number> = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 };
const BUBBLE_PX: Record<string, number> = {
  nano: 120,
  micro: 160,
  deca: 220,
  hecto: 241,
  kilo: 260,
  mega: 300,
  giga: 386,
};
const ALIGN: Record<string, string> = { start: 'left', end: 'right', center: 'center' };
const EDGES: Record<string, string> = { Top: 'top', Bottom: 'bottom', Start: 'left', End: 'right' };
const PLACES: Record<string, string> = {
  'flex-start': 'flex-start',
  'flex-end': 'flex-end',
  center: 'center',
  'space-between': 'space-between',
  'space-around': 'space-around',
  'space-evenly': 'space-evenly',
};

const isRecord = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const words = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise);

/** Converts a length (a LINE keyword, pixels or percent) to CSS. Returns null for any other value. */
function length(value: unknown, words: Record<string, number>): string | null {
  if (typeof value !== 'string') return null;
  if (words[value] !== undefined) return `${words[value]}px`;
  return /^\d+(\.\d+)?(px|%)$/.test(value) ? value : null;
}

const colour = (value: unknown) => (isColour(value) ? String(value) : null);

const css = (rules: Record<string, string | null | undefined>) =>
  Object.entries(rules)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

/** Returns the URL of a component's link, or null if the URL is not safe to open. */
function hrefOf(part: Part): string | null {
  const uri = isRecord(part.action) ? part.action.uri : null;
  return typeof uri === 'string' && /^(https?|tel|line):/.test(uri) ? uri : null;
}

const linked = (part: Part, inside: Html): Html => {
  const href = hrefOf(part);
  return href === null ? inside : html`<a class="tap" href="${href}">${inside}</a>`;
};

/** Returns the CSS for the position of a component inside its parent box. */
function placing(part: Part, isRow: boolean): Record<string, string | null> {
  const grow = typeof part.flex === 'number' ? part.flex : isRow ? 1 : 0;
  const margin = length(part.margin, SPACE_PX);
  return {
    flex: grow > 0 ? `${grow} 1 0` : '0 0 auto',
    'min-width': '0',
    [isRow ? 'margin-left' : 'margin-top']: margin,
  };
}

function paddings(part: Part): Record<string, string | null> {
  const each = Object.entries(EDGES).map(([name, edge]): [string, string | null] => [
    `padding-${edge}`,
    length(part[`padding${name}`], SPACE_PX),
  ]);
  return { padding: length(part.paddingAll, SPACE_PX), ...Object.fromEntries(each) };
}

function boxHtml(part: Part, around: Record<string, string | null>): Html {
  const isRow = part.layout !== 'vertical';
  const border = colour(part.borderColor);
  const style = css({
    ...around,
    display: 'flex',
    'flex-direction': isRow ? 'row' : 'column',
    gap: length(part.spacing, SPACE_PX),
    'align-items': part.layout === 'baseline' ? 'baseline' : PLACES[String(part.alignItems)],
    'justify-content': PLACES[String(part.justifyContent)],
    'background-color': colour(part.backgroundColor),
    'border-radius': length(part.cornerRadius, { ...SPACE_PX, xs: 2, sm: 4, md: 8, lg: 14, xl: 20, xxl: 28 }),
    border:
      border && `${length(part.borderWidth, { light: 1, normal: 2, medium: 3 }) ?? '1px'} solid ${border}`,
    width: length(part.width, {}),
    height: length(part.height, {}),
    ...paddings(part),
  });
  const inside = listOf(part.contents).map((child) => partHtml(child, isRow));
  return html`<div style="${style}">${inside}</div>`;
}

const fontOf = (part: Part) => ({
  'font-size': length(part.size, TEXT_PX),
  'font-weight': part.weight === 'bold' ? '700' : null,
  'font-style': part.style === 'italic' ? 'italic' : null,
  color: colour(part.color),
  'text-decoration':
    part.decoration === 'underline' || part.decoration === 'line-through' ? part.decoration : null,
});

function textHtml(part: Part, around: Record<string, string | null>): Html {
  const spans = listOf(part.contents).map(
    (span) => html`<span style="${css(fontOf(span))}">${words(span.text)}</span>`,
  );
  const wrapping =
    part.wrap === true
      ? { 'white-space': 'pre-wrap' }
      : { 'white-space': 'nowrap', overflow: 'hidden', 'text-overflow': 'ellipsis' };
  const style = css({ ...around, ...fontOf(part), ...wrapping, 'text-align': ALIGN[String(part.align)] });
  return html`<div style="${style}">${spans.length > 0 ? spans : words(part.text)}</div>`;
}

function buttonHtml(part: Part, around: Record<string, string | null>): Html {
  const kind = part.style === 'primary' || part.style === 'secondary' ? part.style : 'link';
  const own = colour(part.color);
  const style = css(kind === 'link' ? { color: own } : { 'background-color': own });
  const label = isRecord(part.action) ? words(part.action.label) : '';
  const href = hrefOf(part);
  const action = isRecord(part.action) ? part.action : {};
  const isPicker = action.type === 'datetimepicker';
  const data = isPicker || action.type === 'postback' ? words(action.data) : null;
  const day = (name: string) => words(action[name]);
  if (data !== null)
    return html`<form method="post" style="${css(around)}">
      <input type="hidden" name="action" value="postback" />
      <input type="hidden" name="text" value="${data}" />
      ${
        isPicker
          ? html`<input
              type="date"
              name="date"
              aria-label="${label}"
              value="${day('initial')}"
              min="${day('min')}"
              max="${day('max')}"
              required
            />`
          : null
      }
      <button class="flex-button ${kind}" style="${style}">${label}</button>
    </form>`;
  const face =
    href === null
      ? html`<span class="flex-button ${kind}" style="${style}">${label}</span>`
      : html`<a class="flex-button ${kind}" style="${style}" href="${href}">${label}</a>`;
  return html`<div style="${css(around)}">${face}</div>`;
}

function imageHtml(part: Part, around: Record<string, string | null>): Html {
  const [width = '1', height = '1'] = words(part.aspectRatio, '1:1').split(':');
  const ratio = Number(width) > 0 && Number(height) > 0 ? `${Number(width)} / ${Number(height)}` : null;
  const fit = part.aspectMode === 'cover' ? 'cover' : 'contain';
  const style = css({ width: '100%', 'aspect-ratio': ratio, 'object-fit': fit, display: 'block' });
  const picture = html`<img alt="" style="${style}" src="${String(part.url)}" />`;
  return html`<div style="${css(around)}">${picture}</div>`;
}

function partHtml(part: Part, isRow: boolean): Html {
  const around = placing(part, isRow);
  switch (part.type) {
    case 'box':
      return linked(part, boxHtml(part, around));
    case 'text':
      return linked(part, textHtml(part, around));
    case 'button':
      return buttonHtml(part, around);
    case 'image':
    case 'icon':
      return linked(part, imageHtml(part, around));
    case 'separator': {
      const line = `1px solid ${colour(part.color) ?? '#dfe3e6'}`;
      return html`<div style="${css({ ...around, [isRow ? 'border-left' : 'border-top']: line })}"></div>`;
    }
    default:
      return html`<div style="${css(around)}"></div>`;
  }
}

const PADDING: Record<string, string> = { header: '20px', hero: '0', body: '20px', footer: '10px' };

function bubbleHtml(bubble: Part): Html {
  const width = BUBBLE_PX[words(bubble.size, 'mega')] ?? 300;
  const blocks = ['header', 'hero', 'body', 'footer'].map((name) => {
    const block = bubble[name];
    if (!isRecord(block)) return null;
    return partHtml({ paddingAll: PADDING[name], ...block }, false);
  });
  return html`<div class="flex-bubble" style="width:${width}px">${blocks}</div>`;
}

/** Renders a Flex container as HTML. The result is similar to LINE's. */
export function flexHtml(contents: unknown): Html {
  if (!isRecord(contents)) return raw('');
  if (contents.type === 'bubble') return bubbleHtml(contents);
  return html`<div class="flex-carousel">${listOf(contents.contents).map(bubbleHtml)}</div>`;
}

export const FLEX_STYLE = `
.flex-bubble{background:#fff;border-radius:16px;overflow:hidden;max-width:100%;color:#111;line-height:1.4}
.flex-carousel{display:flex;gap:10px;overflow-x:auto;max-width:100%;padding-bottom:6px}.flex-carousel .flex-bubble{flex:none}
.flex-button{display:block;margin:0;text-align:center;padding:12px 10px;min-height:44px;border-radius:8px;text-decoration:none;font-weight:600;color:#2f5a9c;overflow:hidden;width:100%;border:0;background:none;font:inherit;font-weight:600;text-overflow:ellipsis}
.flex-button.primary{background:#0a7f3f;color:#fff}.flex-button.secondary{background:#dcdfe5;color:#111}
a.tap{color:inherit;text-decoration:none;display:contents}
`;
