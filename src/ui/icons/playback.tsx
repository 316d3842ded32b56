import { Icon } from '../icons.tsx';

export const PlayIcon = () => <Icon d="M8 5.5v13l10.5-6.5Z" />;
export const PauseIcon = () => <Icon d="M9 5.5v13M15 5.5v13" />;
