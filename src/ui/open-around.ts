/** Opens everything collapsed around an element: what is in there can have no focus. */
export function openAround(element: Element | null): void {
  for (let closed = element?.closest('details:not([open])'); closed;) {
    (closed as HTMLDetailsElement).open = true;
    closed = closed.parentElement?.closest('details:not([open])');
  }
}
