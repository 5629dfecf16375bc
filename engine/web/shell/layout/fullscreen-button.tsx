import { BarButton } from '../../platform/ui/bar-button.tsx';
import { useFullscreen } from './use-fullscreen.ts';

/** Toggles 全屏显示. On a phone it is in the user menu. */
export const FullscreenButton = () => <BarButton className="shell-wide" {...useFullscreen()} />;
