import { Icon } from '../icons.tsx';

export const HourglassIcon = () => <Icon d="M7 3h10M7 21h10M8 3v4l4 5-4 5v4m8-18v4l-4 5 4 5v4" />;
