/** The ways to hand over a file: the camera, or what the phone has already. */
import { type ReactNode, useRef } from 'react';

export interface FilePickerProps {
  onFile: (file: File) => void;
  /** Opens the camera at once. */
  camera?: boolean;
  /** Draws the button that opens it. */
  children: (open: () => void) => ReactNode;
}

/** The media types that the file dialog offers first; the type of a chosen file is read from its content. */
const accepts = { camera: 'image/*', any: 'image/*,application/pdf' };

export function FilePicker({ onFile, camera = false, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        hidden
        accept={camera ? accepts.camera : accepts.any}
        {...(camera && { capture: 'environment' })}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
