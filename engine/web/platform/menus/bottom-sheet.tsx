import { Drawer, type DrawerProps } from 'antd';

/** A sheet from the bottom of the screen, as high as its content. Import it lazily, so that it is downloaded on first use. */
export const BottomSheet = (props: Omit<DrawerProps, 'placement' | 'size'>) => <Drawer placement="bottom" size="auto" {...props} />;
