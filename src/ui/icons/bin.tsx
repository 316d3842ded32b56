import { Icon } from '../icons.tsx';

export const BinIcon = () => <Icon d="M4 7h16M9 7V4h6v3M6.5 7l.8 13h9.4l.8-13M10 11v5m4-5v5" />;
