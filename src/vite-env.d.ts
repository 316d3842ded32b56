/// <reference types="vite/client" />

/** True in builds made with TRACE_MESSAGES=1, which tests use; the code behind it is dropped elsewhere. */
declare const __TRACE_MESSAGES__: boolean;

/** The version of the catalogues in the names of their files, see scripts/messages.ts. */
declare const __MESSAGES_VERSION__: string;

/** A namespace of a catalogue, see scripts/messages.ts. */
declare module '*&messages' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare namespace FormatjsIntl {
  interface Message {
    ids: import('../locales/index.ts').MessageId;
  }
}
