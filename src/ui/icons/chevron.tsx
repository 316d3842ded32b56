import { Icon } from '../icons.tsx';

export const ChevronIcon = () => <Icon d="m6 9.5 6 6 6-6" />;
