import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Typography } from 'antd';
import { copyText } from '../../platform/copying/copy-text.ts';
import { useApp } from '../../platform/feedback/use-app.ts';

/** Recovery codes, which are shown once. */
export function ShownCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { message } = useApp();
  const copy = async (): Promise<void> => {
    if (await copyText(codes.join('\n'))) void message.success('已复制');
    else void message.info('请手动选择并复制');
  };
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="恢复码只显示这一次，请抄下或保存到安全的地方；手机丢失时，每个可登录一次。"
        style={{ marginBottom: 16 }}
      />
      <Flex wrap gap={8} style={{ marginBottom: 16 }}>
        {codes.map((code) => (
          <Typography.Text code key={code} style={{ fontSize: 15 }}>
            {code}
          </Typography.Text>
        ))}
      </Flex>
      <Flex justify="space-between" align="center">
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          复制全部
        </Button>
        <Button type="primary" onClick={onDone}>
          我已保存
        </Button>
      </Flex>
    </>
  );
}
