import { Icon } from '../icons.tsx';

export const CloseIcon = () => <Icon d="m6 6 12 12M18 6 6 18" />;
