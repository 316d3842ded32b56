import { Icon } from '../icons.tsx';

export const FileIcon = () => <Icon d="M6 3.5h8l4 4v13H6Zm8 0v4h4M9 12.5h6m-6 4h6" />;
export const PictureIcon = () => <Icon d="M3.5 5h17v14h-17Zm0 11 5-5 4 4 3-3 5 5M15.5 9v.01" />;
