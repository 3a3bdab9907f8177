/**
 * Runs in the page: checks every text that appears, even briefly, and reports faults as console errors, which fail the
 * test. Source code shown as such is excluded.
 * @param source the pattern of a fault
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
