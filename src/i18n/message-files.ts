/**
 * The messages of a language, a namespace a file, as the build writes them beside the app (scripts/messages.ts). Their
 * addresses follow from language and namespace, so that no page carries a list of them.
 */
import type { MessageFormatElement } from 'react-intl';
import { messageFile, type Namespace, type LanguageCode } from '../../locales/index.ts';

export type Messages = Record<string, MessageFormatElement[]>;

/** @throws if the file cannot be fetched; a later call tries again */
export async function fetchMessages(language: LanguageCode, namespace: Namespace): Promise<Messages> {
  const file = messageFile(language, namespace, __MESSAGES_VERSION__);
  const reply = await fetch(`/assets/${file}`);
  if (!reply.ok) throw new Error(`${file} was answered with ${reply.status}`);
  return (await reply.json()) as Messages;
}
