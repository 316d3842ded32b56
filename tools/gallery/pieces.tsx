/** The pieces of src/ui by name, each in all states that a person can meet. */
import type { ComponentType } from 'react';
import { controlPieces } from './controls.tsx';
import { fieldPieces } from './fields.tsx';
import { figurePieces } from './figures.tsx';
import { noticePieces } from './notices.tsx';

export const pieces: Readonly<Record<string, ComponentType>> = {
  ...controlPieces,
  ...fieldPieces,
  ...figurePieces,
  ...noticePieces,
};
