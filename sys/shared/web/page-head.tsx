import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import './page-head.css';

interface PageHeadProps {
  title: string;
  /** What it is for, in a sentence or two. */
  about: string;
  isFetching: boolean;
  onRefresh: () => void;
}

/** The head of a page that is no list. */
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
