import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import './page-head.css';

interface PageHeadProps {
  title: string;
  /** Its purpose, in a sentence or two. */
  about: string;
  isFetching: boolean;
  onRefresh: () => void;
}

/** The header of a page that is not a list. */
export const PageHead = ({ title, about, isFetching, onRefresh }: PageHeadProps) => (
  <header className="page-head">
    <div>
      <h2>{title}</h2>
      <p>{about}</p>
    </div>
    <Button icon={<ReloadOutlined aria-hidden spin={isFetching} />} onClick={onRefresh}>
      刷新
    </Button>
  </header>
);
