/** Drawn marks of the desk. */
import { Icon } from '../ui/icons.tsx';

export const FlagIcon = () => <Icon d="M6 21V4m0 1c4-2.5 7 2.5 12 0v8c-5 2.5-8-2.5-12 0" />;
export const EyeIcon = () => <Icon d="M2.5 12c4-7 15-7 19 0-4 7-15 7-19 0Zm9.5-2.5a2.5 2.5 0 1 0 .01 0" />;
export const BackIcon = () => <Icon d="m14 6-6 6 6 6" />;
export const PageIcon = () => <Icon d="M6 3h8l4 4v14H6Zm8 0v4h4" />;
export const ArrowIcon = () => <Icon d="M4 12h15m-6-6 6 6-6 6" />;
