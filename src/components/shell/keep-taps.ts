/**
 * Keeps taps on controls that React has not hydrated yet, and repeats each one afterwards. A kept control has the
 * attribute `data-tapped`. A second tap moves to the end, unless each tap counts (`data-repeats`). A control with
 * `data-waits` is never kept: it pays or cancels, and looks inactive until the document has `data-awake`.
 *
 * The layout sends the text of this function as an inline script, so that it can use nothing outside itself.
 */
export function keepTaps(): void {
  const CONTROLS = 'button, input[type=radio], input[type=checkbox]';
  let taps: { control: HTMLElement; isTicked: boolean }[] = [];

  // React marks an element while it hydrates the page, and stops events until that is done. This event, which no control
  // uses, hydrates the element at once if it can, and arrives then. As a mouse event it would not reach a disabled control.
  const isAwake = (control: Element) => {
    if (!Object.keys(control).some((key) => key.startsWith('__reactProps$'))) return false;
    let hasArrived = false;
    control.addEventListener('auxclick', () => (hasArrived = true), { once: true });
    control.dispatchEvent(new Event('auxclick', { bubbles: true }));
    return hasArrived;
  };

  /** Returns the control, or the one in its place: a translated page is rendered anew. */
  const present = (control: HTMLElement) => {
    if (control.isConnected || !(control instanceof HTMLInputElement)) return control;
    const same = [...document.getElementsByName(control.name)];
    return (
      same.find((other) => other instanceof HTMLInputElement && other.value === control.value) ?? control
    );
  };

  /** Waits until the browser is idle: the effects of the hydration have run then. */
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(repeat, { timeout: 1000 });
    else setTimeout(repeat, 100);
  };

  /** Repeats one tap. React must render its effect before the next one. */
  function repeat() {
    const [next] = taps;
    const control = next && present(next.control);
    if (next && control && (isAwake(control) || !control.isConnected)) {
      taps.shift();
      if (!taps.some((tap) => tap.control === next.control)) control.removeAttribute('data-tapped');
      // React sees a tick only if it changes.
      if (control instanceof HTMLInputElement) control.checked = !next.isTicked;
      control.click();
    }
    const isParsed = document.readyState !== 'loading';
    if (isParsed && [...document.querySelectorAll('[data-waits]')].every(isAwake))
      document.documentElement.dataset.awake = '';
    if (taps.length > 0 || document.documentElement.dataset.awake === undefined) setTimeout(wait, 30);
  }

  function keep(event: MouseEvent) {
    const control = event.target instanceof Element && event.target.closest<HTMLElement>(CONTROLS);
    if (!control || isAwake(control)) return;
    event.stopImmediatePropagation();
    const isChoice = control instanceof HTMLInputElement;
    if (!isChoice) event.preventDefault();
    if (control.dataset.waits !== undefined) return;
    if (control.dataset.repeats === undefined) taps = taps.filter((tap) => tap.control !== control);
    control.dataset.tapped = '';
    taps.push({ control, isTicked: isChoice && control.checked });
    if (taps.length === 1) wait();
  }

  window.addEventListener('click', keep, true);
  wait();
}
