/**
 * Runs in the page. Checks every text that appears, even for a short time, and writes each fault as a console
 * error, which fails the test. Ignores displayed source code.
 * @param source the regular expression of a fault
 */
export function watchText(source: string): void {
  const fault = new RegExp(source);
  const ATTRIBUTES = ['aria-label', 'alt', 'title', 'placeholder', 'content'];
  const CODE = 'script, style, code, pre';

  const search = (text: string | null) => {
    if (text && fault.test(text)) console.error(`Text that no reader should see: ${text.slice(0, 300)}`);
  };
  const searchNode = (node: Node) => {
    if (node instanceof Text) {
      if (!node.parentElement?.closest(CODE)) search(node.data);
    } else if (node instanceof Element) {
      for (const name of ATTRIBUTES) search(node.getAttribute(name));
      if (!node.matches(CODE)) node.childNodes.forEach(searchNode);
    }
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(searchNode);
      else searchNode(target);
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
}
