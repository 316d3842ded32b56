/**
 * A modal dialog makes everything outside of it inert, and dialogs are what a machine's most interesting states look
 * like: so the panel moves into the dialog that is open, and out again.
 */

/** Newer than TypeScript's DOM: moves a node with its scroll positions, its focus and its animations. */
type Mover = Element & { moveBefore?: (node: Node, before: Node | null) => void };

export function keepReachable(container: HTMLElement): void {
  const scrolled = new Map<Element, number>();
  const note = ({ target }: Event) => {
    if (target instanceof Element) scrolled.set(target, target.scrollTop);
  };
  container.addEventListener('scroll', note, { capture: true, passive: true });

  const follow = () => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    const home: Mover = dialog ?? document.body;
    if (container.parentElement === home) return;
    if (container.isConnected && home.moveBefore) {
      home.moveBefore(container, null);
      return;
    }
    // What left the page together with its dialog cannot be moved, and has forgotten where it was scrolled to.
    home.append(container);
    for (const [element, top] of scrolled) element.scrollTop = top;
  };
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
}
