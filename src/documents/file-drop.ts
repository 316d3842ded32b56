/** Files that are dragged from the desktop onto an element. */
import { type DragEvent, useState } from 'react';

/**
 * The attributes of an element that takes a dropped file; of several, the first. `data-dropping` is set while a file is
 * over it. Where it is not enabled, the browser is still kept from leaving the page for the file.
 */
export function useFileDrop(enabled: boolean, onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    'data-dropping': (enabled && isOver) || undefined,
    onDragOver: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = enabled ? 'copy' : 'none';
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const { relatedTarget } = event;
      if (!(relatedTarget instanceof Node) || !event.currentTarget.contains(relatedTarget)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (enabled && file) onFile(file);
    },
  };
}
