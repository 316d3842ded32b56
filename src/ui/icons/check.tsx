import { Icon } from '../icons.tsx';

export const CheckIcon = () => <Icon d="m5 12.5 4.5 4.5L19 7.5" />;
