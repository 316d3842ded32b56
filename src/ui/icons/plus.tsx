import { Icon } from '../icons.tsx';

export const PlusIcon = () => <Icon d="M12 5v14M5 12h14" />;
