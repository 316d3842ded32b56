/** One chunk, which comes with the messages of the namespace `secondary`. */
export { EmailSuggestions, FamilyNameSuggestions } from '../../form/FieldSuggestions.tsx';
export { CreateAlert } from './create-alert.tsx';
export { NextSteps } from './next-steps.tsx';
export { NotFoundScreen, OpeningFailedCard, OpeningFailedScreen } from './status-pages.tsx';
