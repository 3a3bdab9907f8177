import type { OutgoingHttpHeaders } from 'node:http';
import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The path of the product's own scripts, which next.config.mjs builds. */
const OWN_SCRIPTS = '/_site/';

/**
 * Removes the parts of a rendered page that only the framework's scripts need: scripts, their preloads and
 * the markers of React. Structured data and the product's own script stay.
 * @throws Error if a part of the page is hidden until a script moves it
 */
export function finishedHtml(html: string): string {
  const cuts: [start: number, end: number][] = [];
  const walk = (node: Node) => {
    if (isFragment(node)) throw new Error('The page has a part that only a script would show.');
    if (isForFramework(node)) {
      const at = node.sourceCodeLocation;
      if (!at) throw new Error('The parser added a part that the page does not have.');
      cuts.push([at.startOffset, at.endOffset]);
      return;
    }
    if ('childNodes' in node) node.childNodes.forEach(walk);
    if ('content' in node) walk(node.content);
  };
  walk(parse(html, { sourceCodeLocationInfo: true }));
  let [finished, from] = ['', 0];
  for (const [start, end] of cuts) {
    finished += html.slice(from, start);
    from = end;
  }
  return finished + html.slice(from);
}

const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value;

/**
 * Whether an element is a part of the page that React sent late: a hidden element, or the template at its
 * place.
 */
function isFragment(node: Node): boolean {
  if (!tree.isElementNode(node)) return false;
  const id = attribute(node, 'id') ?? '';
  if (node.tagName === 'template') return /^[BP]:/.test(id);
  return attribute(node, 'hidden') !== undefined && /^S:/.test(id);
}

function isForFramework(node: Node): boolean {
  if (tree.isCommentNode(node)) return true;
  if (!tree.isElementNode(node)) return false;
  if (node.tagName === 'script') {
    return (
      attribute(node, 'type') !== 'application/ld+json' && !attribute(node, 'src')?.startsWith(OWN_SCRIPTS)
    );
  }
  if (node.tagName === 'template') return true;
  if (node.tagName !== 'link') return false;
  const rel = attribute(node, 'rel');
  return (
    rel === 'modulepreload' || rel === 'expect' || (rel === 'preload' && attribute(node, 'as') === 'script')
  );
}

/**
 * Returns the headers of a page that `finishedHtml` has prepared: its content security policy, the preloads
 * of its fonts, and the rules by which browsers prefetch registration and log-in.
 */
export function pageHeaders({ link, 'content-security-policy': policy }: OutgoingHttpHeaders) {
  const preloads = [link ?? []]
    .flat()
    .flatMap((value) => String(value).split(/,\s*(?=<)/))
    .filter((value) => /;\s*as="?(font|style)\b/.test(value));
  return {
    'content-type': 'text/html; charset=utf-8',
    'speculation-rules': '"/prefetch.json"',
    ...(policy !== undefined && { 'content-security-policy': String(policy) }),
    ...(preloads.length > 0 && { link: preloads.join(', ') }),
  };
}
