import { PrintListDialog, type PrintListProps } from '../print/print-list-dialog.tsx';
import { AntTheme } from './ant-theme.tsx';

/** The dialog of the bar's button 打印, which stands outside of what is drawn with antd. */
export const PrintDialog = (props: PrintListProps) => (
  <AntTheme>
    <PrintListDialog {...props} />
  </AntTheme>
);
