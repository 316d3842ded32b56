/** Opens the collapsed `<details>` that an element is in: what is in there can have no focus. */
export function openAncestorDetails(element: Element | null): void {
  for (let closed = element?.closest('details:not([open])'); closed;) {
    (closed as HTMLDetailsElement).open = true;
    closed = closed.parentElement?.closest('details:not([open])');
  }
}
