/** One chunk, which comes with the words of the area `secondary`. */
export { CreateAlert } from './create-alert.tsx';
export { NotFoundScreen, OpeningFailedScreen } from './status-pages.tsx';
