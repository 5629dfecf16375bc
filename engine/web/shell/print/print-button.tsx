import { PrinterOutlined } from '@ant-design/icons-svg';
import { useEffect } from 'react';
import { BarButton } from '../../platform/ui/bar-button.tsx';
import { preparePrint } from './prepare-print.ts';
import './print.css';

/** 打印: the page as it stands, a list, a record or a notice, laid out for paper (print.css). */
export function PrintButton() {
  useEffect(preparePrint, []);
  return <BarButton className="shell-wide" icon={PrinterOutlined} label="打印" aria-keyshortcuts="Control+P" onClick={() => print()} />;
}
