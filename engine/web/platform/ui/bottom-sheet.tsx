import { Drawer, type DrawerProps } from 'antd';

/** A sheet from the foot of the screen, as high as what it holds. Fetched when one is first opened: whoever imports it does so lazily. */
export const BottomSheet = (props: Omit<DrawerProps, 'placement' | 'size'>) => <Drawer placement="bottom" size="auto" {...props} />;
