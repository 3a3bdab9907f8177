/**
 * Closes the open menu when the user presses Escape or taps or focuses another part of the page. Also closes
 * it when the browser shows the page again.
 */
export function watchMenu(signal: AbortSignal): void {
  const openMenu = () => document.querySelector<HTMLDetailsElement>('details[data-menu][open]');
  const close = () => openMenu()?.removeAttribute('open');
  const closeFromElsewhere = ({ target }: Event) => {
    if (!(target instanceof Node && openMenu()?.contains(target))) close();
  };
  const closeByKey = (event: KeyboardEvent) => {
    const menu = openMenu();
    if (event.key !== 'Escape' || !menu) return;
    close();
    menu.querySelector('summary')?.focus();
  };
  document.addEventListener('keydown', closeByKey, { signal });
  document.addEventListener('pointerdown', closeFromElsewhere, { signal });
  document.addEventListener('focusin', closeFromElsewhere, { signal });
  window.addEventListener('pageshow', close, { signal });
}
