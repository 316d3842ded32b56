/**
 * Records the texts of each message id in builds with TRACE_MESSAGES=1, so that the e2e tests can report which messages
 * were shown. Other builds do not contain it.
 */
import { isValidElement } from 'react';
import type { IntlShape } from 'react-intl';

declare global {
  /** Message id → the texts it was formatted to; of rich text, the pieces of plain text, joined by U+0000. */
  var __feepathMessages: Map<string, Set<string>> | undefined;
}

/** Wraps `intl` with a `formatMessage` that keeps a record in `globalThis.__feepathMessages`. */
export function withMessageTrace(intl: IntlShape): IntlShape {
  const formatMessage = new Proxy(intl.formatMessage, {
    apply(format, self, args: Parameters<IntlShape['formatMessage']>) {
      const formatted: unknown = Reflect.apply(format, self, args);
      const descriptor: { id?: unknown } = args[0];
      if (typeof descriptor.id === 'string') record(descriptor.id, piecesOf(formatted).join('\u0000'));
      return formatted;
    },
  });
  return { ...intl, formatMessage, $t: formatMessage };
}

function record(id: string, text: string): void {
  globalThis.__feepathMessages ??= new Map();
  const texts = globalThis.__feepathMessages.get(id) ?? new Set();
  globalThis.__feepathMessages.set(id, texts.add(text));
}

function piecesOf(node: unknown): string[] {
  if (typeof node === 'string' || typeof node === 'number') return [String(node)];
  if (Array.isArray(node)) return node.flatMap(piecesOf);
  if (isValidElement<{ children?: unknown }>(node)) return piecesOf(node.props.children);
  return [];
}
