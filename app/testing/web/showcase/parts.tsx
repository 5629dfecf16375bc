import { PlusOutlined } from '@ant-design/icons';
import { BellOutlined } from '@ant-design/icons-svg';
import { Alert, Button, Checkbox, Empty, Progress, Radio, Switch, Tabs, Tag } from 'antd';
import { kinds } from './kinds.ts';
import { FieldValue } from '@back-office/web/crud/fields/field-value.tsx';
import { ChartCard } from '@back-office/web/charts/chart-card.tsx';
import type { ChartData } from '@back-office/web/charts/chart-data.ts';
import { BarButton } from '@back-office/web/platform/ui/bar-button.tsx';
import { ErrorPage } from '@back-office/web/platform/states/error-page.tsx';
import { ErrorState } from '@back-office/web/platform/states/error-state.tsx';
import { Skeleton } from '@back-office/web/platform/states/skeleton.tsx';
import { states } from './answers.ts';
import { sampleOf } from '@back-office/web/testing/sample.ts';
import { Specimen } from './specimen.tsx';

const days = Array.from({ length: 30 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`);
const chart = (kind: ChartData['kind'], words: readonly string[], title: string): ChartData => ({
  title,
  kind,
  axis: '日期',
  words: [...words],
  rows: [
    { label: '登录成功', values: words.map((_, at) => 40 + ((at * 37) % 23)) },
    ...(kind === 'line' ? [{ label: '登录失败', values: words.map((_, at) => (at * 5) % 7) }] : []),
  ],
});
const none: ChartData = { title: '没有数据', kind: 'bar', axis: '日期', words: ['一月'], rows: [{ label: '操作', values: [0] }] };
const doNothing = (): void => undefined;
const dict = kinds.dict.field;

/** Buttons, tags, messages, cards and standalone pages. */
export const Parts = () => (
  <>
    <Buttons />
    <section className="showcase-kind" aria-label="标签">
      <h2>标签</h2>
      <div className="showcase-row">
        {states.map((words) => (
          <FieldValue key={words} resource={sampleOf(dict)} name="one" row={{ one: words.split('#')[0] }} />
        ))}
        <Tag closable={{ 'aria-label': '移除筛选：状态' }}>状态：履行中</Tag>
      </div>
      <Tabs
        items={[
          { key: 'one', label: '基本信息', children: '当前页签的内容' },
          { key: 'two', label: '变更历史' },
          { key: 'three', label: '停用的', disabled: true },
        ]}
      />
    </section>
    <section className="showcase-kind showcase-stack" aria-label="提示">
      <h2>提示</h2>
      {(['info', 'success', 'warning', 'error'] as const).map((type) => (
        <Alert
          key={type}
          type={type}
          showIcon
          title="数据已被他人修改，保存时可以逐项选择以谁为准"
          action={<Button size="small">立即重试</Button>}
        />
      ))}
      <Progress percent={62} aria-label="导入进度" />
    </section>
    <section aria-label="卡片">
      <h2>卡片</h2>
      <div className="showcase-states">
        <ChartCard data={chart('line', days, '近三十天登录')} />
        <ChartCard data={chart('bar', days.slice(0, 12), '各时段操作')} />
        <ChartCard data={chart('share', ['用户管理', '一个名字很长很长很长的模块', '机构管理'], '各模块操作')} />
        <ChartCard data={none} />
        <ChartCard data={{ ...none, title: '加载中' }} waiting />
      </div>
    </section>
    <section className="showcase-kind" aria-label="整页状态">
      <div className="showcase-states">
        <Specimen title="骨架屏">
          <Skeleton rows={5} />
        </Specimen>
        <Specimen title="空">
          <Empty description="还没有合同" />
        </Specimen>
        <Specimen title="警告">
          <ErrorState
            status="warning"
            title="合同列表加载失败"
            text="服务器异常，请稍后重试！"
            action={{ label: '重试', onClick: doNothing }}
          />
        </Specimen>
        <Specimen title="错误">
          <ErrorState
            status="error"
            title="页面出错了"
            text="这个页面显示失败，其他页面不受影响。"
            action={{ label: '重试', onClick: doNothing }}
          />
        </Specimen>
        <Specimen title="错误页">
          <ErrorPage status="404" onHome={doNothing} />
        </Specimen>
      </div>
    </section>
  </>
);

const Buttons = () => (
  <section className="showcase-kind showcase-stack" aria-label="按钮">
    <h2>按钮</h2>
    <div className="showcase-row">
      <Button type="primary" icon={<PlusOutlined aria-hidden />}>
        新增
      </Button>
      <Button>导出</Button>
      <Button type="dashed">添加筛选</Button>
      <Button type="text">更多</Button>
      <Button type="link">查看</Button>
      <Button danger>删除</Button>
      <Button type="primary" danger>
        删除
      </Button>
      <Button loading>保存中</Button>
      <Button size="small">小</Button>
      <button type="button" className="main-button">
        重试
      </button>
      <button type="button" className="link-button">
        看表格
      </button>
      <BarButton icon={BellOutlined} label="通知" />
    </div>
    <div className="showcase-row">
      <Button type="primary" disabled>
        新增
      </Button>
      <Button disabled>导出</Button>
      <Button type="text" disabled>
        更多
      </Button>
      <Button danger disabled>
        删除
      </Button>
      <button type="button" className="link-button" disabled>
        看表格
      </button>
    </div>
    <div className="showcase-row">
      <Checkbox defaultChecked>已选</Checkbox>
      <Checkbox indeterminate>部分</Checkbox>
      <Checkbox>未选</Checkbox>
      <Checkbox disabled>禁用</Checkbox>
      <Radio.Group
        aria-label="范围"
        defaultValue="all"
        options={[
          { label: '全部数据', value: 'all' },
          { label: '本机构', value: 'own' },
        ]}
      />
      <Switch aria-label="启用" defaultChecked />
      <Switch aria-label="禁用的开关" disabled />
    </div>
  </section>
);
