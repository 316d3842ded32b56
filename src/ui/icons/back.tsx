import { Icon } from '../icons.tsx';

export const BackIcon = () => <Icon d="m14.5 6-6 6 6 6" />;
