import { PrintListDialog, type PrintListProps } from './print-list-dialog.tsx';
import { AntTheme } from '../theme/ant-theme.tsx';

/** The dialog of the top bar's button 打印, which itself is rendered without antd. */
export const PrintDialog = (props: PrintListProps) => (
  <AntTheme>
    <PrintListDialog {...props} />
  </AntTheme>
);
